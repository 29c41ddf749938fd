// The rows of the large office, as statements in dependency order. Randomness is a hash of a row's number.
import { ImportMapping } from '../domain/client-import.ts'

/** Helper functions of the statements below; they are temporary and end with the connection. */
export const names = (asOf: Date) => `
  create function pg_temp.now_() returns timestamptz language sql immutable as $$ select timestamptz '${asOf.toISOString()}' $$;
  create function pg_temp.chance(n bigint, salt bigint) returns float8 language sql immutable as
    $$ select (hashint8extended(n, salt) & 4294967295) / 4294967296.0::float8 $$;
  -- The time of the n-th of so many in three years.
  create function pg_temp.at(n bigint, total bigint) returns timestamptz language sql stable as
    $$ select date_trunc('milliseconds', pg_temp.now_() - (total - n + 0.5) / total * interval '1095 days') $$;
  create function pg_temp.id(at timestamptz, kind int, n bigint) returns uuid language sql stable as
    $$ select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || lpad(to_hex(kind), 3, '0') || '8'
      || lpad(to_hex(n), 15, '0'))::uuid $$;
  -- Few folders hold much: of what is written most, a twentieth is in the first of them.
  create function pg_temp.busy(n bigint, salt bigint) returns int language sql immutable as
    $$ select 1 + floor(5000 * power(pg_temp.chance(n, salt), 2.843))::int $$;
  create function pg_temp.folder(n bigint, salt bigint) returns int language sql immutable as
    $$ select 1 + floor(5000 * power(pg_temp.chance(n, salt), 1.6))::int $$;
  create function pg_temp.firm(n bigint) returns text language sql immutable as
    $$ select (array['Blue Ridge','Tidewater','Shenandoah','Old Dominion','Piedmont','Chesapeake','James River','Allegheny'])[1 + n % 8] || ' ' ||
      (array['Millwork','Marine Supply','Dental','Academy','Logistics','Bakery','Foundry','Orchards','Clinic','Tutors','Builders'])[1 + n % 11] || ' ' || n $$;
  create function pg_temp.family(n bigint) returns text language sql immutable as
    $$ select (array['Castillo','Haddad','Nguyen','Okafor','Petrov','Ramirez','Schmidt','Tanaka','Underwood'])[1 + n % 9] $$;
  -- As in the number of an agreement: at least so many digits.
  create function pg_temp.counted(n bigint, digits int) returns text language sql immutable as
    $$ select lpad(n::text, greatest(digits, length(n::text)), '0') $$;
  -- The file of a key, if there is one: small, so that there is room for half a million.
  create function pg_temp.hash(key text, size int) returns text language sql immutable as
    $$ select encode(sha256(convert_to(rpad('', size, key), 'UTF8')), 'hex') $$;
  create function pg_temp.words(n bigint) returns text language sql immutable as
    $$ select (array['Thank you for the handbook.','Could we move the call?','The wage statement is attached.','Please look at the leave policy',
      'Two of our people ask about overtime','The new offer letter needs a second reader','We have signed the contract'])[1 + n % 7] || ' ' ||
      (array['It concerns','This is about','Please ask','Copied to'])[1 + n / 7 % 4] || ' ' || pg_temp.family(n / 28) || ', number ' || n ||
      repeat(' and there is more to say about it than fits in a line', (power(pg_temp.chance(n, 77), 6) * 20)::int) $$;`

const admin = `pg_temp.id(pg_temp.at(1, 5055), 1, 1)`
const insertEntries =
  'insert into audit_entries (id, at, actor_id, action, entity_type, entity_id, client_folder_id, address, details)'

export const largeOffice = (passwordHash: string): string[] => [
  `create temp table person on commit drop as
   select n, pg_temp.id(pg_temp.at(n, 5055), 1, n) as id, pg_temp.at(n, 5055) as at,
     case when n = 1 then 'master-admin' when n <= 5 then 'admin' when n <= 55 then 'staff' else 'client' end as role,
     case when n = 1 then 'master' when n <= 5 then 'admin' || n - 1 when n <= 55 then 'staff' || n - 5 else 'client' || n - 55 end as username
   from generate_series(1, 5055) n`,
  `insert into users (id, username, password, email, first_name, last_name, role, company, created_at, updated_at)
   select id, username, '${passwordHash}', username || '@example.com', (array['Dana','Lee','Kim','Noor','Ira'])[1 + n % 5],
     pg_temp.family(n) || ' ' || n, role, case when role = 'client' then pg_temp.firm(n - 55) end, at, at from person`,
  `insert into service_requests (id, business_name, first_name, last_name, email, phone, services, service_names, needs_description,
     business_goals,
     company_size, status, assigned_staff_id, accepted_at, created_at, updated_at)
   select pg_temp.id(pg_temp.at(n, 6000), 2, n), pg_temp.firm(n), 'Noor', pg_temp.family(n), 'visitor' || n || '@example.com', '(757) 555-0142',
     '{hr-consulting}', '{HR Consulting}', pg_temp.words(n), 'No third complaint.', '11-50',
     case when n > 5940 then 'pending' when n > 5700 then 'in-progress' when n % 9 = 0 then 'cancelled' else 'completed' end,
     case when n <= 5940 then (select id from person p where p.n = 6 + r.n % 50) end,
     case when n <= 5940 then pg_temp.at(n, 6000) + interval '3 hours' end, pg_temp.at(n, 6000), pg_temp.at(n, 6000)
   from generate_series(1, 6000) r(n)`,
  `create temp table folder on commit drop as
   select f.n, pg_temp.id(pg_temp.at(f.n, 5500), 3, f.n) as id, pg_temp.at(f.n, 5500) as at, client.id as client_id, staff.id as staff_id
   from generate_series(1, 5000) f(n) join person client on client.n = f.n + 55
     join person staff on staff.n = case when f.n = 1 or f.n % 20 = 0 then 6 else 7 + f.n % 49 end`,
  `insert into client_folders (id, name, client_id, assigned_staff_id, services, status, service_request_id, created_by_id, created_at, updated_at)
   select id, pg_temp.firm(n), client_id, staff_id, 'HR Consulting',
     case n % 25 when 7 then 'archived' when 8 then 'completed' when 9 then 'on-hold' else 'active' end,
     case when n <= 4000 then pg_temp.id(pg_temp.at(n, 6000), 2, n) end, ${admin}, at, at from folder`,
  `insert into folder_contacts (id, client_folder_id, user_id, name, money, documents, messages, added_by_id, created_at, updated_at)
   select pg_temp.id(f.at, 4, n), f.id, (select id from person p where p.n = 56 + f.n % 5000), 'Lee', n % 20 = 0, true, true, ${admin}, f.at, f.at
   from folder f where n % 10 = 0`,
  `analyze person, folder, users, client_folders`,
  ...conversation,
  ...agreements,
  ...money,
  ...around,
]

const conversation = [
  // The team has the last word in fifteen of sixteen threads.
  `insert into messages (id, content, client_folder_id, sender_id, is_from_client, created_at)
   select pg_temp.id(m.at, 5, m.n), pg_temp.words(m.n), f.id, case when m.own then f.client_id else f.staff_id end, m.own, m.at
   from (select n, pg_temp.at(n, 1000000) as at, case when n > 995312 then n - 995312 + (n - 995313) / 15 else pg_temp.busy(n, 5) end as place,
       n <= 995312 and n % 5 < 2 as own from generate_series(1, 1000000) n) m
     join folder f on f.n = m.place`,
  `analyze messages`,
  `insert into unanswered_threads (client_folder_id, message_id, last_message_id, message_count, since)
   select m.client_folder_id, (array_agg(m.id order by m.id))[1], (array_agg(m.id order by m.id desc))[1], count(*), min(m.created_at)
   from messages m
   where m.is_from_client and m.id > coalesce((
     select answer.id from messages answer where answer.client_folder_id = m.client_folder_id and not answer.is_from_client
     order by answer.id desc limit 1), '00000000-0000-0000-0000-000000000000')
   group by m.client_folder_id`,
  `insert into message_read_receipts (user_id, client_folder_id, last_message_id, at)
   select f.client_id, f.id, last.id, last.created_at from folder f, lateral (
     select id, created_at from messages m where m.client_folder_id = f.id order by id desc limit 1) last where f.n % 3 > 0`,
  `insert into staff_notes (id, content, client_folder_id, author_id, created_at)
   select pg_temp.id(pg_temp.at(s.n, 20000), 6, s.n), pg_temp.words(s.n), f.id, f.staff_id, pg_temp.at(s.n, 20000)
   from generate_series(1, 20000) s(n) join folder f on f.n = pg_temp.folder(s.n, 6)`,
]

const agreements = [
  `insert into document_requests (id, client_folder_id, requested_by_id, title, document_type, status, due_date, completed_at, created_at)
   select pg_temp.id(r.at, 7, r.n), f.id, f.staff_id, 'Please send the ' || (array['I-9','W-4','payroll register'])[1 + r.n % 3] || 's ' || r.n, 'other',
     r.status, (r.at + interval '30 days')::date, case when r.status = 'completed' then r.at end, r.at
   from (select n, pg_temp.at(n, 20000) as at, case when n > 19000 then (array['pending','submitted'])[1 + n % 2] when n % 30 = 0 then 'cancelled'
       else 'completed' end as status from generate_series(1, 20000) n) r join folder f on f.n = pg_temp.folder(r.n, 7)`,
  `insert into documents (id, file_name, original_name, file_size, mime_type, storage_key, sha256, client_folder_id, uploaded_by_id,
     requires_signature, is_signed, signed_at, decline_reason, declined_at, created_at)
   select pg_temp.id(d.at, 8, d.n), d.n || '.pdf', (array['Employee handbook','I-9','W-4','Offer letter','Wage statement','Leave policy','Job description'])[1 + d.n % 7]
       || ' ' || pg_temp.family(d.n / 7) || ' ' || d.n || '.pdf', d.size, 'application/pdf', d.key, pg_temp.hash(d.key, d.size), f.id, case when d.n % 3 = 0 then f.client_id else f.staff_id end,
     d.wanted, d.signed, case when d.signed then d.at + interval '1 day' end,
     case when d.wanted and d.n % 2500 = 0 then 'It names the wrong person.' end, case when d.wanted and d.n % 2500 = 0 then d.at + interval '1 day' end, d.at
   from (select n, pg_temp.at(n, 500000) as at, 'documents/' || pg_temp.id(pg_temp.at(n, 500000), 8, n) as key, (1000 + n % 5000)::int as size,
       n % 25 = 0 as wanted, n % 25 = 0 and n % 250 > 0 as signed from generate_series(1, 500000) n) d join folder f on f.n = pg_temp.busy(d.n, 8)`,
  `insert into uploads (id, user_id, storage_key, token_hash, max_size, expires_at, stored_at, size, sha256, claimed_at, created_at)
   select id, uploaded_by_id, storage_key, '', 10485760, created_at, created_at, file_size, sha256, created_at, created_at from documents`,
  `update documents d set document_request_id = r.id from (
     select r.id, (select x.id from documents x where x.client_folder_id = r.client_folder_id and x.id > r.id order by x.id limit 1) as document_id
     from document_requests r where r.status in ('submitted', 'completed')) r where d.id = r.document_id`,
  `analyze documents`,
  `insert into assignments (id, title, description, client_folder_id, assigned_by_id, status, due_date, completed_at, required_action, created_at)
   select pg_temp.id(a.at, 9, a.n), 'Review ' || a.n, pg_temp.words(a.n), f.id, f.staff_id, a.status, (a.at + interval '21 days')::date,
     case when a.status = 'completed' then a.at + interval '5 days' end, (array['nothing','upload','nothing'])[1 + a.n % 3], a.at
   from (select n, pg_temp.at(n, 20000) as at, case when n > 19400 then (array['pending','in-progress','completed'])[1 + n % 3] when n % 200 = 0 then 'pending'
       else 'completed' end as status from generate_series(1, 20000) n) a join folder f on f.n = pg_temp.folder(a.n, 9)`,
  `insert into proposals (id, client_folder_id, created_by_id, title, description, services, total_cost, status, valid_until, sent_at, decided_at,
     decided_by_id, created_at, updated_at)
   select pg_temp.id(p.at, 10, p.n), f.id, f.staff_id, 'Handbook and audit ' || p.n, pg_temp.words(p.n),
     '[{"serviceRateId":null,"customName":"Consulting","description":null,"estimatedHours":10,"hourlyRate":12550,"totalCost":125500}]', 125500, p.status, (p.at + interval '60 days')::date,
     case when p.status <> 'draft' then p.at end, case when p.status in ('approved', 'rejected') then p.at + interval '9 days' end,
     case when p.status in ('approved', 'rejected') then f.client_id end, p.at, p.at
   from (select n, pg_temp.at(n, 10000) as at, case when n > 9900 then 'draft' when n > 9500 then 'sent' when n % 8 = 0 then 'rejected'
       when n % 50 = 1 then 'withdrawn' else 'approved' end as status from generate_series(1, 10000) n) p join folder f on f.n = pg_temp.folder(p.n, 10)`,
  `insert into contracts (id, client_folder_id, created_by_id, contract_number, client_name, client_email, client_company, services, terms, total_value,
     start_date, end_date, status, signed_at, created_at, updated_at)
   select pg_temp.id(c.at, 11, c.n), f.id, f.staff_id, 'PROHR-' || to_char(c.at, 'YYYYMM') || '-' || pg_temp.counted(c.n, 3), 'Dana ' || pg_temp.family(f.n + 55),
     'client' || f.n || '@example.com', pg_temp.firm(f.n), '[{"serviceRateId":null,"customName":"Consulting","description":null,"estimatedHours":10,"hourlyRate":12550,"totalCost":125500}]',
     repeat('Thirty days’ notice. ', 60), 125500, c.at::date, (c.at + interval '1 year')::date, c.status,
     case when c.status in ('active', 'completed') then c.at + interval '3 days' end, c.at, c.at
   from (select n, pg_temp.at(n, 10000) as at, case when n > 9800 then 'draft' when n % 20 = 0 then 'declined' when n < 6000 then 'completed'
       else 'active' end as status from generate_series(1, 10000) n) c join folder f on f.n = pg_temp.folder(c.n, 11)`,
  `insert into signatures (id, entity_type, entity_id, client_folder_id, signer_id, signer_name, signer_email, kind, name, consent_version,
     consent_text, consent_sha256, shown_sha256, opened_at, signed_at, address)
   select pg_temp.id(x.signed_at, 12, row_number() over ()), x.type, x.id, x.client_folder_id, f.client_id, 'Dana', 'client@example.com', 'typed', 'Dana', '1',
     'I agree to sign electronically.', repeat('0', 64), repeat('0', 64), x.signed_at, x.signed_at, '192.0.2.1'
   from (select 'documents' as type, id, client_folder_id, signed_at from documents where is_signed
     union all select 'contracts', id, client_folder_id, signed_at from contracts where signed_at is not null) x join folder f on f.id = x.client_folder_id`,
  `insert into signers (id, entity_type, entity_id, client_folder_id, side, user_id, position, status, turn_at, signature_id, ended_at, created_at)
   select gen_random_uuid(), s.entity_type, s.entity_id, s.client_folder_id, 'client', s.signer_id, 1, 'signed', s.opened_at, s.id, s.signed_at, s.opened_at
   from signatures s
   union all select gen_random_uuid(), 'contracts', id, client_folder_id, 'client', null, 1, case status when 'draft' then 'pending' else 'declined' end,
     created_at, null, case when status <> 'draft' then updated_at end, created_at from contracts where signed_at is null
   union all select gen_random_uuid(), 'documents', id, client_folder_id, 'client', null, 1, case when declined_at is null then 'pending' else 'declined' end,
     created_at, null, declined_at, created_at from documents where requires_signature and not is_signed`,
  `analyze signers`,
  `insert into archived_pdfs (id, entity_type, entity_id, kind, signature_id, storage_key, size, sha256, created_at)
   select id, entity_type, entity_id, kind, signature_id, 'papers/' || id, 3000, pg_temp.hash('papers/' || id, 3000), at
   from (select pg_temp.id(s.signed_at, 13, row_number() over ()) as id, s.entity_type, s.entity_id, k.kind, s.id as signature_id, s.signed_at as at
     from signatures s, unnest(array['sealed', 'certificate']) k(kind)) p`,
]

const money = [
  `insert into invoices (id, client_folder_id, created_by_id, invoice_number, description, line_items, subtotal, tax, tax_exempt, total, status, due_date, sent_at,
     paid_at, amount_paid, reason, created_at, updated_at)
   select pg_temp.id(i.at, 14, i.n), f.id, f.staff_id, 'INV-' || to_char(i.at, 'YYYYMMDD') || '-' || pg_temp.counted(i.n, 2), 'Consulting, month ' || i.n % 12,
     jsonb_build_array(jsonb_build_object('description', 'Consulting', 'quantity', 10, 'rate', i.cents / 10, 'total', i.cents)),
     i.cents, 0, true, i.cents, i.status, (i.at + interval '30 days')::date, case when i.status <> 'draft' then i.at end,
     case when i.status = 'paid' then least(i.at + (8 + i.n % 32) * interval '1 day', pg_temp.now_()) end,
     case when i.status = 'paid' then i.cents when i.status = 'sent' and i.n % 10 = 0 then i.cents / 2 else 0 end,
     case when i.status = 'void' then 'Billed twice' end, i.at, i.at
   from (select n, pg_temp.at(n, 100000) as at, 10000 + 10 * (n * 7919 % 90000) as cents,
       case when n > 99900 then 'draft' when n % 50 = 3 then 'void' when n > 98000 then (array['sent','sent','paid'])[1 + n % 3]
         when n > 90000 and n % 12 = 0 then 'overdue' when n % 300 = 0 then 'sent' else 'paid' end as status
     from generate_series(1, 100000) n) i join folder f on f.n = pg_temp.folder(i.n, 14)`,
  // One or two payments; the last one pays the invoice in full.
  `insert into payments (id, invoice_id, client_folder_id, amount, date, method, recorded_by_id, created_at)
   select pg_temp.id(at, 15, n * 2 + part), invoice_id, client_folder_id, amount, at::date, (array['check','bank-transfer','card'])[1 + n % 3], ${admin}, at
   from (select i.id as invoice_id, i.client_folder_id, row_number() over (order by i.id) as n, part,
       case when i.status = 'paid' and part = parts - 1 then i.paid_at else least(i.created_at + interval '5 days', pg_temp.now_()) end as at,
       case when parts = 1 then i.amount_paid when part = 0 then i.amount_paid / 2 else i.amount_paid - i.amount_paid / 2 end as amount
     from (select *, case when status = 'paid' and total % 7 = 0 then 2 else 1 end as parts from invoices where amount_paid > 0) i, generate_series(0, parts - 1) part) p`,
]

const around = [
  `${insertEntries} select pg_temp.id(created_at + interval '3 hours', 16, row_number() over ()), created_at + interval '3 hours', assigned_staff_id,
     'service-request.in-progress', 'service-requests', id, null, '192.0.2.1', '{}' from service_requests where status <> 'pending'`,
  `${insertEntries} select pg_temp.id(created_at, 17, row_number() over ()), created_at, created_by_id, 'invoice.sent', 'invoices', id, client_folder_id, '192.0.2.1', '{}' from invoices`,
  `${insertEntries} select pg_temp.id(at, 18, n), at, actor, 'document.added', 'documents', id, client_folder_id, '192.0.2.1', '{}'
   from (select created_at as at, row_number() over (order by id) as n, uploaded_by_id as actor, id, client_folder_id from documents) d where n % 5 = 0`,
  `${insertEntries} select pg_temp.id(pg_temp.at(s.n, 94060), 19, s.n), pg_temp.at(s.n, 94060), p.id, 'session.started', 'sessions', null, null, '192.0.2.1', '{}'
   from generate_series(1, 94060) s(n) join person p on p.n = 1 + s.n % 5055`,
  `insert into audit_pending (entry_id) select id from audit_entries`,
  // Ninety days of notifications: 1,500 for each team member, 16 for each client; the latest are unread.
  `insert into notifications (user_id, id, kind, about, subject, path, actor_id, client_folder_id, created_at, read_at)
   select p.id, pg_temp.id(t.at, 20, p.n * 2000 + k), 'messages', 'message:' || f.id, 'A new message is waiting', '/client-folders/' || f.id,
     ${admin}, f.id, t.at, case when k < t.total - 12 then t.at end
   from person p cross join lateral (select case when p.role = 'client' then 16 else 1500 end) c(total)
     cross join lateral generate_series(1, c.total) k
     cross join lateral (select pg_temp.now_() - (c.total - k + 0.5) / c.total * interval '89 days', c.total) t(at, total)
     join folder f on f.n = case when p.role = 'client' then p.n - 55 when p.n <= 6 then 20 * (1 + k % 250) else 1 + (k % 100) * 49 + (p.n - 7 + 48) % 49 end`,
  `insert into emails (id, to_user_id, "to", subject, text, html, about, client_folder_id, status, attempts, created_at, sent_at)
   select pg_temp.id(pg_temp.at(e.n, 50000), 21, e.n), f.client_id, 'client' || f.n || '@example.com', 'A new message is waiting', repeat('Something is waiting. ', 20),
     repeat('<p>Something is waiting.</p>', 40), 'message', f.id, case when e.n % 100 = 0 then 'failed' else 'sent' end, 1, pg_temp.at(e.n, 50000), pg_temp.at(e.n, 50000)
   from generate_series(1, 50000) e(n) join folder f on f.n = pg_temp.folder(e.n, 21)`,
  `insert into onboarding_reports (id, client_folder_id, created_by_id, risk_assessment, status, shared_at, created_at, updated_at)
   select pg_temp.id(at, 22, n), id, staff_id, 'Low', case when n % 2 = 0 then 'shared' else 'draft' end, case when n % 2 = 0 then at end, at, at from folder`,
  `insert into bot_conversations (id, user_id, query, response, kind, language, confidence, needs_review, was_helpful, created_at)
   select pg_temp.id(pg_temp.at(b.n, 20000), 23, b.n), p.id, 'How many days of leave, question ' || b.n, repeat('The law of Virginia says so. ', 10), 'answer', 'en', 40 + b.n % 60, b.n % 60 < 10,
     b.n % 4 > 0, pg_temp.at(b.n, 20000) from generate_series(1, 20000) b(n) join person p on p.n = 56 + b.n * 31 % 5000`,
  `insert into hr_form_submissions (id, form_type, form_version, form_data, source, submitted_by_id, created_at, updated_at)
   select pg_temp.id(pg_temp.at(s.n, 3000), 24, s.n), (select min(form_type) from hr_forms), 1, '{}', 'portal', p.id, pg_temp.at(s.n, 3000), pg_temp.at(s.n, 3000)
   from generate_series(1, 3000) s(n) join person p on p.n = 56 + s.n * 13 % 5000`,
  `insert into hr_policy_acknowledgments (id, policy_id, number, user_id, acknowledged_at)
   select pg_temp.id(p.at, 25, row_number() over ()), h.id, h.current_version, p.id, p.at
   from person p, (select * from hr_policies order by id limit 4) h where p.role = 'client' and p.n % 2 = 0`,
  `insert into service_rates (id, service_name, service_type, description, hourly_rate, created_at, updated_at)
   select pg_temp.id(pg_temp.at(n, 24), 26, n), 'Service ' || n, 'hr-consulting', 'By the hour', 12550, pg_temp.at(n, 24), pg_temp.at(n, 24) from generate_series(1, 24) n`,
  // All clients were imported and received a bulk message; the largest client has a handbook for its employees.
  `insert into bulk_actions (id, kind, title, content, status, started_by_id, finished_at, created_at)
   values (pg_temp.id(pg_temp.now_(), 27, 1), 'message', 'We are closed on Friday.', '{"content":"We are closed on Friday."}', 'finished', ${admin}, pg_temp.now_(), pg_temp.now_())`,
  `insert into bulk_action_items (id, bulk_action_id, client_folder_id, name, status, done_at)
   select pg_temp.id(pg_temp.now_(), 28, n), pg_temp.id(pg_temp.now_(), 27, 1), id, pg_temp.firm(n), 'done', pg_temp.now_() from folder`,
  `insert into client_imports (id, file_name, status, headers, mapping, started_by_id, finished_at, created_at)
   values (pg_temp.id(pg_temp.at(1, 5500), 29, 1), 'clients.csv', 'finished', '["Business name","Email"]', '${JSON.stringify(ImportMapping.parse({ name: 0, email: 1 }))}', ${admin}, pg_temp.at(2, 5500), pg_temp.at(1, 5500))`,
  `insert into client_import_rows (id, client_import_id, row, name, email, status, client_folder_id)
   select pg_temp.id(pg_temp.at(1, 5500), 30, n), pg_temp.id(pg_temp.at(1, 5500), 29, 1), n, pg_temp.firm(n), 'client' || n || '@example.com', 'done', id from folder`,
  `insert into handbooks (id, client_folder_id, title, field_values, items, created_by_id, created_at, updated_at)
   select pg_temp.id(at, 31, n), id, 'Employee handbook', '{}', '[]', staff_id, at, at from folder where n = 1`,
  `insert into handbook_versions (id, handbook_id, client_folder_id, number, content, created_by_id, created_at)
   select pg_temp.id(created_at, 32, 1), id, client_folder_id, 1, '{"title":"Employee handbook","policies":[]}', created_by_id, created_at from handbooks`,
  `insert into employees (id, client_folder_id, name, email, job_title, work_type, start_date, created_at, updated_at)
   select pg_temp.id(f.at, 33, e.n), f.id, 'Noor ' || pg_temp.family(e.n) || ' ' || e.n, 'employee' || e.n || '@example.com', 'Machinist', 'full-time', f.at::date, f.at, f.at
   from folder f cross join generate_series(1, 300) e(n) where f.n = 1`,
  `insert into employee_acknowledgments (id, client_folder_id, version_id, employee_id, email, token_hash, sent_at, last_sent_at)
   select pg_temp.id(e.created_at, 34, row_number() over ()), e.client_folder_id, v.id, e.id, e.email, encode(sha256(convert_to(e.id::text, 'UTF8')), 'hex'), e.created_at, e.created_at
   from employees e join handbook_versions v on v.client_folder_id = e.client_folder_id`,
  `insert into document_imports (id, file_name, status, started_by_id, finished_at, created_at)
   values (pg_temp.id(pg_temp.at(1, 5500), 35, 1), 'documents.zip', 'finished', ${admin}, pg_temp.at(2, 5500), pg_temp.at(1, 5500))`,
  `insert into document_import_rows (id, document_import_id, row, path, name, folder_name, status, client_folder_id)
   select pg_temp.id(pg_temp.at(1, 5500), 36, n), pg_temp.id(pg_temp.at(1, 5500), 35, 1), n, pg_temp.firm(n) || '/Lease.pdf', 'Lease.pdf', pg_temp.firm(n), 'done', id from folder`,
  `insert into agreement_templates (id, kind, name, clauses, created_by_id, created_at, updated_at)
   values (pg_temp.id(pg_temp.now_(), 37, 1), 'contract', 'Retainer', '[]', ${admin}, pg_temp.now_(), pg_temp.now_())`,
  `insert into webhooks (id, url, events, secret_encrypted, is_on, created_at)
   values (pg_temp.id(pg_temp.now_(), 38, 1), 'https://books.example.com/events', '["invoice.paid"]', '', false, pg_temp.now_())`,
]
