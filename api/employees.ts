import { EmployeeInput, EmployeeView } from '../domain/employee.ts'
import { change, create, list, read, search } from './kit/endpoint.ts'

export const listEmployees = list({
  path: '/api/client-folders/:id/employees',
  who: 'signed-in',
  summary: "Lists the client's employees of a folder by name, with the number of open deadlines of each.",
  of: EmployeeView,
  query: search,
})

export const addEmployee = create({
  path: '/api/client-folders/:id/employees',
  who: 'signed-in',
  summary:
    'Adds an employee and their standard deadlines (Form I-9, notices, checks by sector). Deadlines that count from the first day are left out if it was more than 90 days ago. Social Security numbers are an error (400).',
  body: EmployeeInput,
  reply: EmployeeView,
})

export const readEmployee = read({
  path: '/api/employees/:id',
  who: 'signed-in',
  summary: 'Returns one employee.',
  reply: EmployeeView,
})

export const changeEmployee = change('PATCH', {
  path: '/api/employees/:id',
  who: 'signed-in',
  summary:
    'Changes an employee. A last day adds the deadlines that count from it; open standard deadlines move with the dates. Without a language, that of the emails is unchanged.',
  body: EmployeeInput,
  reply: EmployeeView,
})
