import { newEmployeeDays } from '../../domain/deadline.ts'
import { maxEmployeeImportRows } from '../../domain/employee-import.ts'

export const employeesInWords = (count: number) => `${count} ${count === 1 ? 'employee' : 'employees'}`

/** Explanations on the pages and in the dialogs of this folder. */
export const texts = {
  addEmployee: 'Adds the standard deadlines, such as Form I-9. Leave out Social Security numbers.',
  startedEarlier: `If this is more than ${newEmployeeDays} days ago, deadlines that count from it aren’t added.`,
  import: `Paste a list from a spreadsheet, or choose a CSV file with at most ${maxEmployeeImportRows} employees. Leave out Social Security numbers.`,
  columns:
    'The first row must contain the headings First name, Last name, Job title, and Start date. Optional: Email, Last day, Work type, and Email language.',
  notUtf8: 'This file isn’t UTF-8. In Excel, save the file as “CSV UTF-8.”',
  checked: (right: number, wrong: number) =>
    wrong === 0
      ? `${employeesInWords(right)} ready to import. Nothing has been added yet.`
      : `${wrong} ${wrong === 1 ? 'row has a problem' : 'rows have problems'}. Correct the list, then check the rows again.`,
  ignored: (headings: readonly string[]) => `Columns that aren’t imported: ${headings.join(', ')}.`,
}
