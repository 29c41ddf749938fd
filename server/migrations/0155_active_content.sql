-- Up Migration
-- What a PDF can do besides showing its pages; null for what was never examined, which is done before a signature is requested.

alter table documents add column active_content text[];
