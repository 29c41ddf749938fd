-- The role that the portal connects as; "Two database roles" in docs/running.md. Run by psql, once, as the database is created.
\getenv password PORTAL_APP_PASSWORD
create role portal_app login password :'password';
