-- Up Migration
-- The firm can leave a client out of online payment.
alter table client_folders add column pays_online boolean not null default true;
