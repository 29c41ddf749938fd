import type { z } from 'zod'
import type { TaskInput } from '../../domain/task.ts'

/** A task as it is typed. */
export type TaskFormValues = z.input<typeof TaskInput>
