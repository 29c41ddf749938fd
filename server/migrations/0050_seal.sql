-- Up Migration
-- The seal: its keys and certificates, which master key protects them, and the files that were sealed.

-- Which master key this database belongs to: everything encrypted in it is read with that one.
create table master_key (
  singleton boolean primary key default true constraint master_key_is_one check (singleton),
  fingerprint text not null,
  made_at timestamptz not null
);

-- The portal's own root, the certificates that seal, and certificates of one's own. None is ever deleted: old seals are verified by them.
create table seal_keys (
  id uuid primary key,
  origin text not null, -- made by the portal, or configured (SEAL_P12)
  purpose text not null,
  certificates bytea[] not null, -- DER: its own first, then those that stand above it
  fingerprint text not null, -- SHA-256 of its own certificate
  private_key bytea, -- PKCS#8, encrypted; a configured key stays in its own file
  master_key_fingerprint text,
  made_at timestamptz not null,
  retired_at timestamptz,
  constraint seal_key_origin_is_known check (origin in ('portal', 'configured')),
  constraint seal_key_purpose_is_known check (purpose in ('root', 'sealing')),
  constraint seal_key_has_a_certificate check (cardinality(certificates) > 0),
  constraint seal_key_is_there_once unique (fingerprint),
  constraint seal_key_says_how_it_is_encrypted check ((private_key is null) = (master_key_fingerprint is null)),
  constraint seal_key_of_the_portal_is_here check ((origin = 'portal') = (private_key is not null)),
  constraint seal_key_configured_is_no_root check (origin = 'portal' or purpose = 'sealing')
);
-- However many instances make one at once, one is in use.
create unique index seal_key_one_in_use on seal_keys (purpose) where origin = 'portal' and retired_at is null;

-- Every sealed file that was stored, by its bytes; written in the transaction that stores where they are.
create table sealed_files (
  sha256 text primary key,
  seal_key_id uuid not null references seal_keys,
  kind text not null,
  entity_id uuid not null,
  sealed_at timestamptz not null,
  constraint sealed_file_sha256_is_one check (sha256 ~ '^[0-9a-f]{64}$'),
  constraint sealed_file_kind_is_known check (kind in ('contract', 'document', 'certificate'))
);
