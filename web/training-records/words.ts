/** Explanations on the pages and in the dialogs of this folder. */
export const texts = {
  record:
    'Completes the employee’s open deadline for this training. The last day of validity becomes the next deadline. Leave out Social Security numbers.',
  edit: 'A new name or date also corrects the deadlines that this record completed and added.',
  void: 'Unless there is a newer record, this reopens the deadline that the record completed and deletes the one that it added. The record stays in the list. You can’t undo this.',
  assign:
    'Adds a deadline for each employee, with the usual reminders. Employees who already have an open one are skipped.',
}
