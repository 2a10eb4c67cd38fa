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
  aboutTitle: 'What is this?',
  about:
    'Streamers race marbles with their viewers, and this site keeps the standings: who has the most points on which channel, race by race and season by season. Channels, racers, games, maps and events have pages that everybody can read. Sign in to see your own numbers, upload races and run events.',
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
  aboutTitle: 'Was ist das?',
  about:
    'Streamer lassen mit ihren Zuschauern Murmeln um die Wette rollen, und diese Seite führt Buch: wer auf welchem Kanal die meisten Punkte hat, Rennen für Rennen und Saison für Saison. Kanäle, Teilnehmer, Spiele, Karten und Events haben Seiten, die alle lesen können. Melde dich an, um deine eigenen Zahlen zu sehen, Rennen hochzuladen und Events zu veranstalten.',
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
  aboutTitle: '¿Qué es esto?',
  about:
    'Los streamers hacen carreras de canicas con su público, y este sitio lleva las clasificaciones: quién tiene más puntos en cada canal, carrera a carrera y temporada a temporada. Canales, participantes, partidas, mapas y eventos tienen páginas que todo el mundo puede leer. Inicia sesión para ver tus propios números, subir carreras y organizar eventos.',
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
  aboutTitle: 'Qu’est-ce que c’est ?',
  about:
    'Des streamers font la course aux billes avec leur public, et ce site tient les classements : qui a le plus de points sur quelle chaîne, course après course et saison après saison. Chaînes, participants, parties, cartes et événements ont des pages que tout le monde peut lire. Connectez-vous pour voir vos propres chiffres, envoyer des courses et organiser des événements.',
}

export const languages = {
  en: { name: 'English', texts: english },
  de: { name: 'Deutsch', texts: german },
  es: { name: 'Español', texts: spanish },
  fr: { name: 'Français', texts: french },
} as const

export type LoginLanguage = keyof typeof languages

export const DEFAULT_LANGUAGE: LoginLanguage = 'en'

export function isLanguage(value: unknown): value is LoginLanguage {
  return typeof value === 'string' && Object.hasOwn(languages, value)
}
