import { queryOptions } from '@tanstack/react-query'
import { listHrForms, listHrFormSubmissions, readHrForm, readHrFormDraft } from '../../api/hr-forms.ts'
import type { FormLevel } from '../../domain/hr-form.ts'
import { call } from '../kit/call.ts'
import { pagesOf } from '../kit/pages-of.ts'

export const formsFound = ({ q, level }: { q: string; level: FormLevel | '' }) =>
  pagesOf(['hr-forms'], listHrForms, {
    query: { limit: 50, ...(q === '' ? {} : { q }), ...(level === '' ? {} : { level }) },
  })

/** Refetched each time: another version of the form may have been published. */
export const formById = (form: string) =>
  queryOptions({
    queryKey: ['hr-forms', 'one', form],
    queryFn: ({ signal }) => call(readHrForm, { params: { form }, signal }),
    staleTime: 0,
  })

/** Refetched each time: the draft may have been edited on another device. */
export const draftOf = (form: string) =>
  queryOptions({
    queryKey: ['hr-forms', 'draft', form],
    queryFn: ({ signal }) => call(readHrFormDraft, { params: { form }, signal }),
    staleTime: 0,
    gcTime: 0,
  })

export const submissionsFound = ({ q, formType }: { q: string; formType: string }) =>
  pagesOf(['hr-form-submissions'], listHrFormSubmissions, {
    query: { limit: 20, ...(q === '' ? {} : { q }), ...(formType === '' ? {} : { formType }) },
  })
