/** Reads a mail: its kind and language by its words, its link, and the time for which that works. */
import type { Mail } from '../../../../src/mail/mail.js';
import type { MailKind, MailLanguage } from '../../../../src/mail/mail-texts.js';

const SUBJECTS: Readonly<Record<MailKind, Readonly<Record<MailLanguage, RegExp>>>> = {
  invitation: { en: /^You are invited to/, fr: /^Votre invitation/, ar: /^دعوتك/ },
  password: { en: /^Set a new password/, fr: /^Nouveau mot de passe/, ar: /^كلمة مرور جديدة/ },
  sign_up: { en: /^Your account at/, fr: /^Votre compte sur/, ar: /^حسابك/ },
  known: { en: /^You have an account/, fr: /^Vous avez déjà un compte/, ar: /^لديك حساب/ },
};
/** Words of each language that every mail has. */
const WORDS: Readonly<Record<MailLanguage, RegExp>> = { en: /\bignore\b/, fr: /\bignorez\b/, ar: /فتجاهل/ };
const HOUR = /\ban hour\b|\bune heure\b|ساعة/;
const DAYS = /\b72 (hours|heures)\b|72 ساعة/;

/** All that the mail says otherwise. */
export function mailFlaws(
  { subject, text }: Mail,
  kind: MailKind,
  language: MailLanguage,
  link: string,
): readonly string[] {
  const { host } = new URL(link);
  const lasts = kind === 'known' ? [] : [kind === 'password' ? HOUR : DAYS];
  const rests = kind === 'known' || kind === 'password' ? [DAYS] : [];
  const isRight: Readonly<Record<string, boolean>> = {
    subject: SUBJECTS[kind][language].test(subject),
    language: WORDS[language].test(text),
    link: text.includes(`\n\n${link}\n\n`) && text.split('://').length === 2,
    host: text.split(link)[0]?.includes(host) === true && !`${subject}${text}`.includes('{'),
    time: lasts.every((words) => words.test(text)) && !rests.some((words) => words.test(text)),
  };
  return Object.keys(isRight).filter((part) => !isRight[part]);
}
