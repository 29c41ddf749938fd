-- Up Migration
-- Employees read their emails and the page of their link in English or Spanish. An acknowledgment stores in which language the
-- page was shown, and the translation that was shown next to the English text.
alter table employees
  add column language text not null default 'en',
  add constraint employee_language_is_known check (language in ('en', 'es'));
alter table employee_acknowledgments
  add column language text,
  add column translation text;
update employee_acknowledgments set language = 'en' where acknowledged_at is not null;
alter table employee_acknowledgments
  add constraint employee_acknowledgment_language_is_known check (language in ('en', 'es')),
  add constraint employee_acknowledgment_translation_has_a_language check (translation is null or language is not null);
