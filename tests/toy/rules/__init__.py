"""The rules of the toy: what lies on the table, what may be decided and what follows."""
