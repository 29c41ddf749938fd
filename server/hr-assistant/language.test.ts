import { beforeAll, describe, expect, it } from 'vitest'
import { bundledIndex } from '../../tests/assistant/questions.ts'
import { languageOf } from './search/language.ts'
import type { LibraryIndex } from './search/library-index.ts'

let index: LibraryIndex
beforeAll(async () => void (index = await bundledIndex()))

describe('the language of a question', () => {
  it.each([
    'How often must hourly employees be paid?',
    'Sick leave?',
    'PTO payout rules',
    'overtme for salried',
    'wage garnishment',
    'bereavement',
    'non compete low wage',
    'minimum wage',
    'FMLA for 12 staff',
    '12.77?',
  ])('is English: %s', (text) => expect(languageOf(text, index.lexicon)).toBe('en'))

  it.each([
    '¿Cuánto es el salario mínimo?',
    'cuando me pagan',
    'Necesito un permiso por enfermedad de mi hijo',
    'vacaciones pagadas',
    'mi jefe no me paga las horas extra',
  ])('is Spanish: %s', (text) => expect(languageOf(text, index.lexicon)).toBe('es'))

  it.each([
    'Quel est le salaire minimum ?',
    'Wie hoch ist der Mindestlohn?',
    'Mức lương tối thiểu là bao nhiêu?',
    '최저임금은 얼마입니까?',
    'ما هو الحد الأدنى للأجور؟',
    '最低工资是多少',
    'Какая минимальная зарплата?',
    'Ile wynosi płaca minimalna?',
    'Kiasi gani cha mshahara wa chini?',
  ])('is one that we cannot read: %s', (text) => expect(languageOf(text, index.lexicon)).toBe('other'))
})
