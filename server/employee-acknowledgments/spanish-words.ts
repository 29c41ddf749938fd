import type { EmailText } from './english-words.ts'

export const spanish: Record<EmailText, string> = {
  subject: '{firm}: manual del empleado de {employer}',
  reminder: 'Recordatorio de {firm}: manual de {employer}',
  what: '{employer} le pide que lea su manual del empleado y confirme que lo recibió. {firm} le envía este correo en nombre de su empleador.',
  inEnglish:
    'El manual está en inglés, tal como lo envió su empleador. Las instrucciones y la confirmación de recibo también están en español.',
  link: 'No necesita una cuenta. El enlace es solo para usted, así que no lo reenvíe. Funciona durante {days, plural, one {# día} other {# días}}.',
  read: 'Leer el manual',
}
