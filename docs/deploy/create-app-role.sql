-- The role that the portal connects as; "Use your own PostgreSQL" in docs/operations.md. Run by psql, once, as the database is created.
\getenv password PORTAL_APP_PASSWORD
create role portal_app login password :'password';
