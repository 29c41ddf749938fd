// Answers for the application form.
export const application = {
  firstName: 'Nora',
  lastName: 'Quist',
  email: 'nora@example.com',
  phone: '(804) 555-0142',
  address: '77 Cary Street',
  city: 'Richmond',
  state: 'Virginia',
  zipCode: '23219',
  position: 'Bookkeeper',
  expectedSalary: '$28 an hour',
  availableStartDate: '2026-12-01',
  workEligibility: 'yes',
  previousEmployer: 'Harbor Books, 2021 to 2026',
  references: '',
}

/** The body of its submission. */
export const applying = (change: object = {}) => ({
  formType: 'employment-application',
  formData: { ...application, ...change },
})
