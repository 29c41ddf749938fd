/** Explanations on the pages and in the dialogs of this folder. */
export const texts = {
  reviewedAnswer:
    'Anyone who asks a similar question will get this answer, marked as reviewed by your team. Rewrite both in general terms, with no client details.',
  escalatedInSpanish: 'Enviado a su consultor. Le responderá en los mensajes de su carpeta.',
  escalated: (time: string) => `Sent to your consultant on ${time}. They’ll reply in the messages of your folder.`,
  writeToConsultant:
    'Your words become a message in your client folder, which our team reads during office hours. In an emergency, call 911.',
  askConsultant:
    'We’ll send your question and the source passages as a message in your client folder. Your consultant will reply there.',
  page: 'Ask about HR in Virginia. Answers are quoted word for word from the policy library, with their source.',
  libraryInEnglish: 'La biblioteca está en inglés. Estos pasajes responden a su pregunta.',
  selectedSentences: 'A language model selected these sentences. The words are the library’s.',
  notAnswered: 'Didn’t answer your question? Send it to your consultant.',
  tooLong: (limit: number) =>
    `Use at most ${limit.toLocaleString('en-US')} characters. To send more, message our team.`,
  ask: 'Don’t include names, Social Security numbers, or phone numbers. Our team sees questions that get no answer or are rated not helpful.',
}
