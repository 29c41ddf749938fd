// Choices of the public request form. Without zod, which the landing page loads only when someone fills in the form.
export const industries = [
  'education',
  'private-education',
  'technology',
  'healthcare',
  'manufacturing',
  'retail',
  'professional-services',
  'other',
] as const
export const industryLabels: Record<(typeof industries)[number], string> = {
  education: 'Education',
  'private-education': 'Private education',
  technology: 'Technology',
  healthcare: 'Healthcare',
  manufacturing: 'Manufacturing',
  retail: 'Retail',
  'professional-services': 'Professional services',
  other: 'Other',
}

export const companySizes = ['1-10', '11-50', '51-100', '101-250', '251-500'] as const
