-- Up Migration
-- The services are in the firm settings now, where administrators add, rename, and hide them. A request keeps the names that it
-- was submitted with; until now these were the fixed ones.
alter table service_requests drop constraint service_request_services_are_known;
alter table service_requests add column service_names text[];
update service_requests set service_names = (
  select array_agg(case chosen.key
    when 'hr-operations' then 'HR Operations and Compliance'
    when 'hr-consulting' then 'HR Consulting'
    when 'talent-acquisition' then 'Talent Acquisition'
    when 'leadership-coaching' then 'Leadership & Training'
    else chosen.key end order by chosen.at)
  from unnest(services) with ordinality as chosen (key, at));
alter table service_requests
  alter column service_names set not null,
  add constraint service_request_names_its_services check (cardinality(service_names) = cardinality(services));

alter table service_rates drop constraint service_rate_type_is_known;

-- The texts of the four services were part of the public site, in a fixed order.
update firm_settings set settings = jsonb_set(settings #- '{publicSite,services}', '{services}', (
  select jsonb_agg(service || jsonb_build_object('availability', 'public',
    'key', (array['hr-operations', 'hr-consulting', 'talent-acquisition', 'leadership-coaching'])[at]) order by at)
  from jsonb_array_elements(settings #> '{publicSite,services}') with ordinality as texts (service, at)))
where settings #> '{publicSite,services}' is not null;
