import { queryOptions } from '@tanstack/react-query'
import { listEmployees, readEmployee } from '../../api/employees.ts'
import { call } from '../kit/call.ts'
import { pagesOf } from '../kit/pages-of.ts'

export const employeesOf = (folderId: string) =>
  pagesOf(['employees', folderId], listEmployees, { params: { id: folderId }, query: { limit: 100 } })

export const employeeById = (id: string) =>
  queryOptions({
    queryKey: ['employees', 'one', id],
    queryFn: ({ signal }) => call(readEmployee, { params: { id }, signal }),
  })
