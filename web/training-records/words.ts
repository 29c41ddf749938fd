/** Explanations on the pages and in the dialogs of this folder. */
export const texts = {
  record:
    'Completes the employee’s open deadline for this training. The last day of validity becomes the next deadline. Leave out Social Security numbers.',
  edit: 'A new name or date also corrects the deadlines that this record completed and added.',
  void: 'The deadline that this record completed is open again, and the open one that it added is deleted, unless there is a newer record. The record remains in the list. This can’t be undone.',
  assign:
    'Adds a deadline for each employee, with the usual reminders. Employees who already have an open one are skipped.',
}
