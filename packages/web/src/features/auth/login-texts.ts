/** The texts of the login page, the one page in several languages. English is the default. */

const english = {
  loginWith: (platform: string) => `Login With ${platform}`,
  attempting: 'Attempting to login...',
  tagline: 'Race marbles with your viewers. See who keeps winning.',
  explanation: (platform: string) =>
    `Leaderboards, dashboards and events for streamers, straight from your own races. We ask ${platform} for your name, picture and email address, nothing else.`,
  failed: 'Signing in did not work. Please try again.',
  unreachable: 'The sign-in could not be loaded.',
  retry: 'Try again',
  practice: 'Practice sign-in: anyone can be anyone',
  language: 'Language',
}

type LoginTexts = typeof english

const german: LoginTexts = {
  loginWith: (platform) => `Mit ${platform} anmelden`,
  attempting: 'Anmeldung läuft...',
  tagline:
    'Lass Murmeln mit deinen Zuschauern um die Wette rollen. Sieh, wer immer wieder gewinnt.',
  explanation: (platform) =>
    `Bestenlisten, Übersichten und Events für Streamer, direkt aus deinen eigenen Rennen. Wir fragen ${platform} nach Name, Bild und E-Mail-Adresse, nach sonst nichts.`,
  failed: 'Die Anmeldung hat nicht geklappt. Bitte versuche es noch einmal.',
  unreachable: 'Die Anmeldung konnte nicht geladen werden.',
  retry: 'Noch einmal versuchen',
  practice: 'Übungsanmeldung: Jeder kann jeder sein',
  language: 'Sprache',
}

const spanish: LoginTexts = {
  loginWith: (platform) => `Iniciar sesión con ${platform}`,
  attempting: 'Iniciando sesión...',
  tagline: 'Haz carreras de canicas con tu público. Descubre quién gana una y otra vez.',
  explanation: (platform) =>
    `Clasificaciones, paneles y eventos para streamers, sacados de tus propias carreras. Pedimos a ${platform} tu nombre, tu imagen y tu correo electrónico, nada más.`,
  failed: 'No se pudo iniciar sesión. Inténtalo de nuevo.',
  unreachable: 'No se pudo cargar el inicio de sesión.',
  retry: 'Intentar de nuevo',
  practice: 'Inicio de sesión de práctica: cualquiera puede ser cualquiera',
  language: 'Idioma',
}

const french: LoginTexts = {
  loginWith: (platform) => `Se connecter avec ${platform}`,
  attempting: 'Connexion en cours...',
  tagline: 'Faites la course aux billes avec votre public. Voyez qui gagne encore et encore.',
  explanation: (platform) =>
    `Classements, tableaux de bord et événements pour streamers, tirés de vos propres courses. Nous demandons à ${platform} votre nom, votre image et votre adresse e-mail, rien d’autre.`,
  failed: 'La connexion a échoué. Veuillez réessayer.',
  unreachable: 'La connexion n’a pas pu être chargée.',
  retry: 'Réessayer',
  practice: 'Connexion d’entraînement : chacun peut être n’importe qui',
  language: 'Langue',
}

export const languages = {
  en: { name: 'English', texts: english },
  de: { name: 'Deutsch', texts: german },
  es: { name: 'Español', texts: spanish },
  fr: { name: 'Français', texts: french },
} as const

export type Language = keyof typeof languages

export const DEFAULT_LANGUAGE: Language = 'en'

export function isLanguage(value: unknown): value is Language {
  return typeof value === 'string' && Object.hasOwn(languages, value)
}
