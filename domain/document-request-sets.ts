// Common document types, and sets of them to request together.

export const documentTypes = [
  'handbook',
  'policy',
  'personnel-records',
  'payroll',
  'benefits',
  'form',
  'other',
] as const

export const documentTypeLabels: Record<(typeof documentTypes)[number], string> = {
  handbook: 'Handbook',
  policy: 'Policy',
  'personnel-records': 'Personnel records',
  payroll: 'Payroll',
  benefits: 'Benefits',
  form: 'Form',
  other: 'Other',
}

export interface CommonSet {
  name: string
  requests: { title: string; documentType: (typeof documentTypes)[number] }[]
}

export const commonSets: CommonSet[] = [
  {
    name: 'Getting started',
    requests: [
      { title: 'Current employee handbook', documentType: 'handbook' },
      { title: 'Organization chart', documentType: 'personnel-records' },
      { title: 'Employee list with titles and start dates', documentType: 'personnel-records' },
      { title: 'Job descriptions', documentType: 'personnel-records' },
      { title: 'Written policies in use', documentType: 'policy' },
    ],
  },
  {
    name: 'New hire file',
    requests: [
      { title: 'Offer letter', documentType: 'personnel-records' },
      { title: 'Employment application', documentType: 'form' },
      { title: 'Form W-4', documentType: 'form' },
      { title: 'Signed handbook acknowledgment', documentType: 'form' },
      { title: 'Emergency contact form', documentType: 'form' },
      { title: 'Direct deposit form', documentType: 'payroll' },
    ],
  },
  {
    name: 'Handbook review',
    requests: [
      { title: 'Current employee handbook', documentType: 'handbook' },
      { title: 'Leave policy', documentType: 'policy' },
      { title: 'Code of conduct', documentType: 'policy' },
      { title: 'Pay and overtime policy', documentType: 'policy' },
      { title: 'Handbook acknowledgments on file', documentType: 'form' },
    ],
  },
  {
    name: 'Records check',
    requests: [
      { title: 'List of Forms I-9 on file', documentType: 'personnel-records' },
      { title: 'Table of contents of a personnel file', documentType: 'personnel-records' },
      { title: 'Training records', documentType: 'personnel-records' },
      { title: 'Payroll register of the latest pay period', documentType: 'payroll' },
      { title: 'Paid leave balances', documentType: 'payroll' },
      { title: 'Benefits summary', documentType: 'benefits' },
    ],
  },
]
