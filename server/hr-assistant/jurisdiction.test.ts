import { describe, expect, it } from 'vitest'
import { jurisdictionText, otherJurisdiction } from './jurisdiction.ts'

const elsewhere = `
What is the minimum wage in NC?
minimum wage MD
nyc sick leave rules
What's D.C. minimum wage
W. Va. overtime
do N.Y. employers need to give pay stubs
paid leave in Charlotte
our Baltimore office: how often must we pay?
What is the final pay rule in OK?
Does PA law require lunch breaks?
GS-12 overtime rules
How does OPM count annual leave?
I am a federal employee, how much leave do I get?
Tribal casino minimum wage
We are a Virginia company with one employee in North Carolina. What is the minimum wage there?
our worker in TN works from home, what overtime applies
What does Maryland law say on noncompetes?
minimum wage california
Prince George's County sick leave
in ny can i fire someone
break law in Oregon
Is Portland's minimum wage higher?
She lives in Ohio and works remotely, which sick leave applies?
UK holiday rules
How about Georgia law on final pay?
What's the min wage in md
tax withholding for an employee in DC
federal government employees jury duty
Does Washington, D.C. have paid family leave?
New Jersey severance
what does CA require on pay stubs
Kentucky child labor hours
Employees at our Nashville store want breaks
Which posters do we need in Raleigh, NC?`

const virginia = `
OK, when do we pay overtime?
IN Virginia how often do we pay?
Tell ME about overtime
Sick leave OR vacation?
HI, do we need a handbook?
May I ask for an ID?
An employee lives in MD and works in Virginia. Which minimum wage applies?
Our employee moved from Ohio. Do we need a new I-9?
How often must we pay in Richmond?
sick leave in Washington County
minimum wage in Charlottesville
Charlotte in accounting asked for leave
Is Virginia's minimum wage higher than Maryland's?
Do we withhold Virginia tax for an employee who lives in Kentucky?
We hired a former federal employee
Federal minimum wage?
Which federal holidays must we pay?
an applicant has a conviction in Texas, may we ask?
What does the FLSA say?
Employee commutes from DC to Arlington; which law?
Can a PA at our clinic be exempt?
Our MD wants overtime, is a doctor exempt?
Does VA law differ from NC law on noncompetes?
Does the DMV record count as a background check?
Do we have reciprocity with West Virginia for taxes?
How many hours can a 15 year old work in Fairfax County?
what is the CT scan policy
employees in Bristol
Montgomery County school leave
Do we have to accept an out of state license?
Georgia asked for a raise, what now
ms word policy
Do I have to pay mileage when staff travel to Atlanta for training?`

const linesOf = (text: string) => text.trim().split('\n')

describe('whose law a question asks for', () => {
  it.each(linesOf(elsewhere))('is not Virginia’s: %s', (question) => {
    expect(otherJurisdiction(question)).not.toBeNull()
  })

  it.each(linesOf(virginia))('may be Virginia’s: %s', (question) => {
    expect(otherJurisdiction(question)).toBeNull()
  })

  it('is named with a next step', () => {
    for (const where of ['state', 'abroad', 'federal', 'tribal'] as const)
      expect(jurisdictionText(where)).toMatch(/^This library covers Virginia only\. .*ask/)
  })
})
