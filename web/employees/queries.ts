import { queryOptions } from '@tanstack/react-query'
import { listEmployees, readEmployee } from '../../api/employees.ts'
import { call } from '../kit/call.ts'
import { pagesOf } from '../kit/pages-of.ts'

export const employeesOf = (folderId: string) =>
  pagesOf(['employees', folderId], listEmployees, { params: { id: folderId }, query: { limit: 100 } })

/** A handful of a folder's employees by a part of their names, for a picker. */
export const employeesFound = (folderId: string, q: string) =>
  pagesOf(['employees', folderId, 'found'], listEmployees, {
    params: { id: folderId },
    query: { limit: 8, ...(q === '' ? {} : { q }) },
  })

export const employeeById = (id: string) =>
  queryOptions({
    queryKey: ['employees', 'one', id],
    queryFn: ({ signal }) => call(readEmployee, { params: { id }, signal }),
  })
