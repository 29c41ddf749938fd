/** A visitor's service request. */
export const requestInput = {
  businessName: 'Tidewater Marine Supply',
  firstName: 'Renee',
  lastName: 'Castillo',
  email: 'renee@tidewater.example',
  phone: '(757) 555-0142',
  services: ['hr-operations'],
  needsDescription: 'Two wage complaints this month.',
  businessGoals: 'No third one.',
}
