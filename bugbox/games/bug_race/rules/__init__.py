"""The rules of Bug Race: what lies on the table, what may be decided and what follows."""
