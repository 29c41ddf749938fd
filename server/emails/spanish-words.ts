import type { FrameText } from './english-words.ts'

export const spanish: Record<FrameText, string> = {
  greeting: 'Hola:',
  greetingByName: 'Hola, {name}:',
  questions: '¿Tiene preguntas? Responda a este correo o llame al {phone}.',
  employeeHandbook: 'Recibe este correo porque su empleador pidió a {firm} que le enviara su manual del empleado.',
}
