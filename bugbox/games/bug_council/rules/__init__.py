"""The rules of Bug Council of Backyardia: what lies on the table, what may be decided and what follows."""
