import { z } from 'zod'
import { TrainingRecordInput, wrongHours } from '../../domain/training-record.ts'

const hours = TrainingRecordInput.shape.hours

/** The hours as they are typed. */
export const TrainingForm = TrainingRecordInput.extend({
  hours: z
    .string()
    .refine((typed) => typed.trim() === '' || hours.safeParse(Number(typed)).success, wrongHours)
    .transform((typed) => (typed.trim() === '' ? null : Number(typed))),
})
export type TrainingFormValues = z.input<typeof TrainingForm>
export type CheckedTraining = z.output<typeof TrainingForm>
