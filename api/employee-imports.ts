import {
  EmployeeImportInput,
  EmployeeImportPreview,
  EmployeeImportResult,
  maxEmployeeImportRows,
} from '../domain/employee-import.ts'
import { change } from './kit/endpoint.ts'

const columns =
  'The first row has the headings: first name and last name (or name), job title, and start date; optionally email, last day, work type, and email language.'

export const previewEmployeeImport = change('POST', {
  path: '/api/client-folders/:id/employee-imports/preview',
  who: 'signed-in',
  storesNoReply: true,
  summary: `Checks a CSV list of at most ${maxEmployeeImportRows} employees, and returns each row with its problem, if any. ${columns} Changes nothing.`,
  body: EmployeeImportInput,
  reply: EmployeeImportPreview,
})

export const importEmployees = change('POST', {
  path: '/api/client-folders/:id/employee-imports',
  who: 'signed-in',
  summary: `Adds the employees of a CSV list with their standard deadlines, all or none; returns how many were added. ${columns} 400 with the first problem of a row, such as an email address that an employee of the folder has.`,
  body: EmployeeImportInput,
  reply: EmployeeImportResult,
})
