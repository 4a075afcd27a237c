"""The rules of Caterpillar Filler: what lies on the table, what may be decided and what follows."""
