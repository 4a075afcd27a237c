"""The rules of Ladybugs: what lies on the table, what may be decided and what follows."""
