import type { PageText } from './english-words.ts'

export const spanish: Record<PageText, string> = {
  title: 'Manual del empleado',
  loading: 'Cargando el manual',
  language: 'Idioma',
  oldLinkTitle: 'Este enlace ya no funciona',
  oldLink:
    'Venció o fue reemplazado por un correo más reciente. Use el enlace del último correo que recibió, o pida a su empleador que se lo envíe otra vez.',
  failed: 'No pudimos cargar esta página',
  tryAgain: 'Intentar de nuevo',
  sent: 'Versión {version}, enviada a {name} el {date}',
  readFirst: 'Lea el manual y luego <0>confirme que lo recibió</0>.',
  print: 'Imprimir',
  policies: '{count, plural, one {# política} other {# políticas}}',
  linkTo: 'Enlace a “{heading}”',
  inEnglishTitle: 'El manual está en inglés',
  inEnglish:
    'Se muestra tal como lo envió {employer}; no lo hemos traducido. Lo que usted confirma es el texto en inglés. Si algo no le queda claro, pregunte a su empleador antes de confirmar.',
  acknowledgment: 'Confirmación de recibo',
  translation: 'Traducción',
  original: 'Texto en inglés, que es el que usted confirma',
  noTranslation: 'No tenemos una traducción de este texto. Lo que usted confirma es el texto en inglés.',
  name: 'Su nombre completo',
  acknowledge: 'Confirmo',
  saving: 'Guardando...',
  acknowledged: 'Confirmado por {name} el {date}',
  nameMissing: 'Escriba su nombre.',
  nameTooLong: 'Use como máximo 200 caracteres.',
  nameNotStorable: 'Contiene caracteres que no se pueden guardar.',
  nameInLines: 'Escriba el nombre en una sola línea.',
  nameWithAddress: 'Un nombre no puede contener una dirección web.',
  invalid: 'Algo en esta página no es válido. Vuelva a cargar la página e intente de nuevo.',
  forbidden:
    'Esta solicitud vino de otro sitio, así que no se cambió nada. Abra de nuevo el enlace que está en su correo.',
  tooMany:
    'Hubo demasiados intentos desde su red. Intente de nuevo en {minutes, plural, one {# minuto} other {# minutos}}.',
  busy: 'El portal está muy ocupado en este momento. Intente de nuevo en un momento.',
  running: 'Su confirmación todavía se está guardando. Intente de nuevo en un momento.',
  network: 'No pudimos conectarnos con el servidor. Revise su conexión e intente de nuevo. Lo que escribió sigue aquí.',
  fault: 'Algo falló de nuestro lado. Intente de nuevo.',
  faultWithReference:
    'Algo falló de nuestro lado. Intente de nuevo. Si vuelve a ocurrir, denos este número de referencia: {reference}',
}
