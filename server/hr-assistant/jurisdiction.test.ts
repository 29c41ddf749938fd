import { describe, expect, it } from 'vitest'
import { asksForRules, jurisdictionText, otherJurisdiction } from './jurisdiction.ts'

const elsewhere = `
What is the minimum wage in NC?
minimum wage MD
My sister is a receptionist in Maryland. Does her office have to give her sick days?
We sent a crew away, one quit. whats north carolina say about his last check
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
Which posters do we need in Raleigh, NC?
¿Cuál es el salario mínimo en Nueva York?
¿Cuántas horas extras se pagan en Carolina del Norte?
salario mínimo en Pensilvania
¿Puedo despedir a un empleado en Virginia Occidental?
Nueva Jersey licencia por enfermedad
¿Qué ley de descansos hay en Los Ángeles?
¿Cuánto pagan de vacaciones a un empleado federal?
minimum wage md
pa overtime law
what's the overtime law in pa
tx final pay
sick leave for ga
final pay ky?
minimum wage in N.C
N.Y overtime
D.C minimum wage
PG County sick leave
overtime in P.G. County
minimum wage in Cary
our Cary office needs posters
Towson overtime
What is the minimum wage in Jersey?
Jersey overtime law
Our workers are in the DC suburbs in Maryland. What is the minimum wage?
minimum wage in the Maryland suburbs
breaks for our Bowie store
Baltimore County paid leave
TSA officer overtime
Does a TSA officer get paid holidays?
I work for the TSA, how much leave do I get?
FBI employees sick leave
What is the minimum wage in NYC?
SF sick leave
USPS overtime
VA hospital nurse overtime
Pentagon civilian employee holiday pay
Cherokee Nation employees leave
Wash. state noncompete`

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
Do I have to pay mileage when staff travel to Atlanta for training?
minimum wage in Washington County, Virginia
Our office is on Maryland Avenue in Richmond. Which posters do we need?
overtime at our Cary Street Richmond store
Do we pay sick leave on Pennsylvania Ave in Norfolk?
Is overtime or comp time better for me?
ok, what overtime is due
hi, which leave is paid in my case
overtime for Cary in accounting
Is a pa overtime exempt?
our md overtime rules
el salario mínimo en Virginia
¿Cuánto le pago a mi empleado al salir de la empresa?
Vive en Maryland y trabaja en Virginia, ¿qué ley se aplica?
¿La ley de Virginia es distinta de la de Maryland?
An IRS agent asks for payroll records
TSA PreCheck as a benefit
Can we hire a former TSA officer?
6 mo leave after birth
jersey policy for warehouse staff
Her grandmother is buried in Honduras, does the leave have to be paid?
Someone broke into her car in Baltimore and took the list. Must we report it?
He bounced around Ohio before. Do schools look at other states or just Virginia's list?
Ms. Abara posts the videos, and she has admirers in Ohio. Do parents have to agree?
se murió mi abuela en Honduras, ¿me tienen que dar esos días?
overtime in co. policy
Fill out form SF-86 for an employee?
nurse overtime at a hospital in Richmond
Rappahannock County school leave
Do we pay postage for mailed pay stubs?
Is there a national holiday on Friday?`

const linesOf = (text: string) => text.trim().split('\n')

describe('the jurisdiction of a question', () => {
  it.each(linesOf(elsewhere))('is not Virginia’s: %s', (question) => {
    expect(otherJurisdiction(question)).not.toBeNull()
  })

  it.each(linesOf(virginia))('may be Virginia’s: %s', (question) => {
    expect(otherJurisdiction(question)).toBeNull()
  })

  it('is named with a next step', () => {
    for (const where of ['state', 'abroad', 'federal', 'tribal'] as const)
      expect(jurisdictionText(where)).toMatch(/^This library covers Virginia only\. .*ask/)
    expect(jurisdictionText('state', 'es')).toMatch(/^This library covers Virginia only\.[^]*solo cubre Virginia/)
  })

  it.each(['What about NYC?', 'and in Maryland?', 'NYC?', '¿Y en Nueva York?', 'How about for our people in D.C.?'])(
    'is asked for by a follow-up as well: %s',
    (question) => expect(asksForRules(question)).toBe(true),
  )

  it('is not asked for by a question about a place alone', () => {
    for (const question of ['What is the capital of Australia?', 'Which restaurant in Baltimore do you like best?'])
      expect(asksForRules(question)).toBe(false)
  })
})
