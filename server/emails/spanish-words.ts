import type { FrameText } from './english-words.ts'

export const spanish: Record<FrameText, string> = {
  greeting: 'Hola:',
  greetingByName: 'Hola, {name}:',
  questions: '¿Tiene preguntas? Responda a este correo o llame al {phone}.',
  employeeHandbook:
    'Recibe este correo porque su empleador le pidió a {firm} que le enviara a usted el manual del empleado.',
}
