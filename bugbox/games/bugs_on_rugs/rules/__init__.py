"""The rules of Bugs on Rugs: what lies on the table, what may be decided and what follows."""
