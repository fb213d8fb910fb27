import Negotiator from 'negotiator'
import type { CardField } from '../cards.ts'

/** What the page says. */
export interface Words {
  banner: string
  title: string
  /** Label of the list of purchased items, for screen readers. */
  order: string
  discount: string
  total: string
  taxIncluded: string
  back: string
  card: string
  fields: Readonly<Record<CardField, string>>
  expiryHint: string
  pay: string
  complete: string
  tryThese: string
  tryHint: string
  /** What each of the numbers does that the page offers. */
  outcomes: Readonly<
    Record<'paid' | 'declined' | 'challenge' | 'insufficient' | 'disputed' | 'debit' | 'debitFails', string>
  >
  wrong: Readonly<Record<CardField, string>>
  /** By Stripe's code of the decline; `card_declined` for all others. */
  declines: Readonly<Record<string, string>>
  challenge: { title: string; text: string; confirm: string; refuse: string }
  paid: { title: string; text: string; on: string }
  expired: { title: string; text: string }
  missing: { title: string; text: string }
  receipt: { title: string; refunded: string }
}

const en: Words = {
  banner: 'Test page. No money moves: never type a real card here.',
  title: 'Pay',
  order: 'Your order',
  discount: 'Discount',
  total: 'Total',
  taxIncluded: 'Tax included',
  back: 'Back',
  card: 'Card',
  fields: {
    number: 'Card number',
    expiry: 'Expiry',
    cvc: 'Security code',
    name: 'Name on card',
    email: 'Email',
  },
  expiryHint: 'MM / YY',
  pay: 'Pay',
  complete: 'Complete the order',
  tryThese: 'Card numbers for this page',
  tryHint: 'Choose one. Any future expiry and any security code will do.',
  outcomes: {
    paid: 'The payment goes through',
    declined: 'The card is declined',
    challenge: 'The bank asks you to confirm',
    insufficient: 'Too little money on the card',
    disputed: 'Goes through, and is disputed afterwards',
    debit: 'A bank debit that goes through after three minutes',
    debitFails: 'A bank debit that the bank refuses after a moment',
  },
  wrong: {
    number: 'This is not a complete card number.',
    expiry: 'Enter a month and year in the future.',
    cvc: 'Enter the three digits on the back, or four on the front of an American Express card.',
    name: 'Enter the name on the card.',
    email: 'Enter a complete email address.',
  },
  declines: {
    card_declined: 'Your card was declined. Try another one.',
    insufficient_funds: 'Your card was declined: there is too little money on it.',
    expired_card: 'Your card has expired.',
    incorrect_cvc: 'The security code is wrong.',
    processing_error: 'Something went wrong with the card. Try again in a moment.',
    payment_intent_authentication_failure: 'The payment was not confirmed. Try again or use another card.',
    test_mode_live_card: 'This page takes only the card numbers listed below.',
  },
  challenge: {
    title: 'Your bank asks',
    text: 'Did you order this? Here you play the bank as well.',
    confirm: 'Yes, confirm',
    refuse: 'No, refuse',
  },
  paid: { title: 'Already paid', text: 'This order is paid. Nothing more is charged.', on: 'Go on' },
  expired: { title: 'Expired', text: 'This page is no longer valid. Start the purchase again.' },
  missing: { title: 'Not found', text: 'There is no such page.' },
  receipt: { title: 'Receipt', refunded: 'Refunded' },
}

const de: Words = {
  banner: 'Testseite. Hier fließt kein Geld: Geben Sie nie eine echte Karte ein.',
  title: 'Bezahlen',
  order: 'Ihre Bestellung',
  discount: 'Rabatt',
  total: 'Gesamtbetrag',
  taxIncluded: 'inkl. Steuern',
  back: 'Zurück',
  card: 'Karte',
  fields: {
    number: 'Kartennummer',
    expiry: 'Gültig bis',
    cvc: 'Prüfziffer',
    name: 'Name auf der Karte',
    email: 'E-Mail-Adresse',
  },
  expiryHint: 'MM / JJ',
  pay: 'Bezahlen:',
  complete: 'Bestellung abschließen',
  tryThese: 'Kartennummern für diese Seite',
  tryHint: 'Wählen Sie eine. Jedes künftige Datum und jede Prüfziffer gehen.',
  outcomes: {
    paid: 'Die Zahlung gelingt',
    declined: 'Die Karte wird abgelehnt',
    challenge: 'Die Bank bittet um Bestätigung',
    insufficient: 'Zu wenig Geld auf der Karte',
    disputed: 'Gelingt und wird danach angefochten',
    debit: 'Eine Lastschrift, die nach drei Minuten gelingt',
    debitFails: 'Eine Lastschrift, die die Bank gleich darauf ablehnt',
  },
  wrong: {
    number: 'Diese Kartennummer ist nicht vollständig.',
    expiry: 'Geben Sie einen Monat in der Zukunft ein.',
    cvc: 'Geben Sie die drei Ziffern auf der Rückseite ein, bei American Express die vier auf der Vorderseite.',
    name: 'Geben Sie den Namen auf der Karte ein.',
    email: 'Geben Sie eine vollständige E-Mail-Adresse ein.',
  },
  declines: {
    card_declined: 'Ihre Karte wurde abgelehnt. Versuchen Sie es mit einer anderen.',
    insufficient_funds: 'Ihre Karte wurde abgelehnt: Es ist zu wenig Geld darauf.',
    expired_card: 'Ihre Karte ist abgelaufen.',
    incorrect_cvc: 'Die Prüfziffer stimmt nicht.',
    processing_error: 'Mit der Karte ging etwas schief. Versuchen Sie es gleich noch einmal.',
    payment_intent_authentication_failure:
      'Die Zahlung wurde nicht bestätigt. Versuchen Sie es noch einmal oder mit einer anderen Karte.',
    test_mode_live_card: 'Diese Seite nimmt nur die unten genannten Kartennummern.',
  },
  challenge: {
    title: 'Ihre Bank fragt nach',
    text: 'Haben Sie das bestellt? Hier spielen Sie auch die Bank.',
    confirm: 'Ja, bestätigen',
    refuse: 'Nein, ablehnen',
  },
  paid: {
    title: 'Schon bezahlt',
    text: 'Diese Bestellung ist bezahlt. Es wird nichts mehr abgebucht.',
    on: 'Weiter',
  },
  expired: { title: 'Abgelaufen', text: 'Diese Seite gilt nicht mehr. Beginnen Sie den Kauf noch einmal.' },
  missing: { title: 'Nicht gefunden', text: 'Diese Seite gibt es nicht.' },
  receipt: { title: 'Beleg', refunded: 'Erstattet' },
}

const fr: Words = {
  banner: 'Page de test. Aucun argent ne circule : ne saisissez jamais une vraie carte.',
  title: 'Payer',
  order: 'Votre commande',
  discount: 'Remise',
  total: 'Total',
  taxIncluded: 'Taxes comprises',
  back: 'Retour',
  card: 'Carte',
  fields: {
    number: 'Numéro de carte',
    expiry: 'Expiration',
    cvc: 'Cryptogramme',
    name: 'Nom sur la carte',
    email: 'Adresse e-mail',
  },
  expiryHint: 'MM / AA',
  pay: 'Payer',
  complete: 'Terminer la commande',
  tryThese: 'Numéros de carte pour cette page',
  tryHint: 'Choisissez-en un. Toute date à venir et tout cryptogramme conviennent.',
  outcomes: {
    paid: 'Le paiement aboutit',
    declined: 'La carte est refusée',
    challenge: 'La banque demande une confirmation',
    insufficient: 'Provision insuffisante',
    disputed: 'Aboutit, puis est contesté',
    debit: 'Un prélèvement qui aboutit au bout de trois minutes',
    debitFails: 'Un prélèvement que la banque refuse peu après',
  },
  wrong: {
    number: 'Ce numéro de carte n’est pas complet.',
    expiry: 'Saisissez un mois et une année à venir.',
    cvc: 'Saisissez les trois chiffres au dos, ou les quatre au recto d’une carte American Express.',
    name: 'Saisissez le nom inscrit sur la carte.',
    email: 'Saisissez une adresse e-mail complète.',
  },
  declines: {
    card_declined: 'Votre carte a été refusée. Essayez-en une autre.',
    insufficient_funds: 'Votre carte a été refusée : provision insuffisante.',
    expired_card: 'Votre carte a expiré.',
    incorrect_cvc: 'Le cryptogramme est erroné.',
    processing_error: 'Un problème est survenu avec la carte. Réessayez dans un instant.',
    payment_intent_authentication_failure:
      'Le paiement n’a pas été confirmé. Réessayez ou utilisez une autre carte.',
    test_mode_live_card: 'Cette page n’accepte que les numéros de carte indiqués ci-dessous.',
  },
  challenge: {
    title: 'Votre banque vous interroge',
    text: 'Avez-vous passé cette commande ? Ici, vous jouez aussi le rôle de la banque.',
    confirm: 'Oui, confirmer',
    refuse: 'Non, refuser',
  },
  paid: {
    title: 'Déjà payé',
    text: 'Cette commande est payée. Rien d’autre ne sera débité.',
    on: 'Continuer',
  },
  expired: { title: 'Expirée', text: 'Cette page n’est plus valable. Recommencez l’achat.' },
  missing: { title: 'Introuvable', text: 'Cette page n’existe pas.' },
  receipt: { title: 'Reçu', refunded: 'Remboursé' },
}

const es: Words = {
  banner: 'Página de prueba. No se mueve dinero: no escriba nunca una tarjeta real.',
  title: 'Pagar',
  order: 'Su pedido',
  discount: 'Descuento',
  total: 'Total',
  taxIncluded: 'Impuestos incluidos',
  back: 'Volver',
  card: 'Tarjeta',
  fields: {
    number: 'Número de tarjeta',
    expiry: 'Caducidad',
    cvc: 'Código de seguridad',
    name: 'Nombre en la tarjeta',
    email: 'Correo electrónico',
  },
  expiryHint: 'MM / AA',
  pay: 'Pagar',
  complete: 'Completar el pedido',
  tryThese: 'Números de tarjeta para esta página',
  tryHint: 'Elija uno. Vale cualquier fecha futura y cualquier código de seguridad.',
  outcomes: {
    paid: 'El pago se realiza',
    declined: 'La tarjeta se rechaza',
    challenge: 'El banco pide confirmación',
    insufficient: 'Saldo insuficiente',
    disputed: 'Se realiza y después se impugna',
    debit: 'Un adeudo que se realiza a los tres minutos',
    debitFails: 'Un adeudo que el banco rechaza poco después',
  },
  wrong: {
    number: 'Este número de tarjeta no está completo.',
    expiry: 'Escriba un mes y un año futuros.',
    cvc: 'Escriba los tres dígitos del reverso, o los cuatro del anverso de una American Express.',
    name: 'Escriba el nombre que figura en la tarjeta.',
    email: 'Escriba una dirección de correo completa.',
  },
  declines: {
    card_declined: 'Su tarjeta ha sido rechazada. Pruebe con otra.',
    insufficient_funds: 'Su tarjeta ha sido rechazada: saldo insuficiente.',
    expired_card: 'Su tarjeta ha caducado.',
    incorrect_cvc: 'El código de seguridad no es correcto.',
    processing_error: 'Algo ha fallado con la tarjeta. Inténtelo de nuevo en un momento.',
    payment_intent_authentication_failure:
      'El pago no se ha confirmado. Inténtelo de nuevo o use otra tarjeta.',
    test_mode_live_card: 'Esta página solo acepta los números de tarjeta indicados abajo.',
  },
  challenge: {
    title: 'Su banco pregunta',
    text: '¿Ha hecho usted este pedido? Aquí también hace usted de banco.',
    confirm: 'Sí, confirmar',
    refuse: 'No, rechazar',
  },
  paid: {
    title: 'Ya está pagado',
    text: 'Este pedido está pagado. No se cobrará nada más.',
    on: 'Continuar',
  },
  expired: { title: 'Caducada', text: 'Esta página ya no es válida. Empiece la compra de nuevo.' },
  missing: { title: 'No encontrada', text: 'Esta página no existe.' },
  receipt: { title: 'Recibo', refunded: 'Reembolsado' },
}

const it: Words = {
  banner: 'Pagina di prova. Non si muove denaro: non inserire mai una carta vera.',
  title: 'Pagamento',
  order: 'Il tuo ordine',
  discount: 'Sconto',
  total: 'Totale',
  taxIncluded: 'Imposte incluse',
  back: 'Indietro',
  card: 'Carta',
  fields: {
    number: 'Numero della carta',
    expiry: 'Scadenza',
    cvc: 'Codice di sicurezza',
    name: 'Nome sulla carta',
    email: 'E-mail',
  },
  expiryHint: 'MM / AA',
  pay: 'Paga',
  complete: 'Completa l’ordine',
  tryThese: 'Numeri di carta per questa pagina',
  tryHint: 'Scegline uno. Va bene qualsiasi scadenza futura e qualsiasi codice di sicurezza.',
  outcomes: {
    paid: 'Il pagamento va a buon fine',
    declined: 'La carta viene rifiutata',
    challenge: 'La banca chiede conferma',
    insufficient: 'Fondi insufficienti',
    disputed: 'Va a buon fine e poi viene contestato',
    debit: 'Un addebito che va a buon fine dopo tre minuti',
    debitFails: 'Un addebito che la banca rifiuta poco dopo',
  },
  wrong: {
    number: 'Questo numero di carta non è completo.',
    expiry: 'Inserisci un mese e un anno futuri.',
    cvc: 'Inserisci le tre cifre sul retro, o le quattro sul fronte di una American Express.',
    name: 'Inserisci il nome riportato sulla carta.',
    email: 'Inserisci un indirizzo e-mail completo.',
  },
  declines: {
    card_declined: 'La tua carta è stata rifiutata. Provane un’altra.',
    insufficient_funds: 'La tua carta è stata rifiutata: fondi insufficienti.',
    expired_card: 'La tua carta è scaduta.',
    incorrect_cvc: 'Il codice di sicurezza non è corretto.',
    processing_error: 'Qualcosa è andato storto con la carta. Riprova tra un momento.',
    payment_intent_authentication_failure:
      'Il pagamento non è stato confermato. Riprova o usa un’altra carta.',
    test_mode_live_card: 'Questa pagina accetta solo i numeri di carta elencati qui sotto.',
  },
  challenge: {
    title: 'La tua banca chiede',
    text: 'Hai fatto tu questo ordine? Qui fai anche la parte della banca.',
    confirm: 'Sì, confermo',
    refuse: 'No, rifiuto',
  },
  paid: { title: 'Già pagato', text: 'Questo ordine è pagato. Non verrà addebitato altro.', on: 'Continua' },
  expired: { title: 'Scaduta', text: 'Questa pagina non è più valida. Ricomincia l’acquisto.' },
  missing: { title: 'Non trovata', text: 'Questa pagina non esiste.' },
  receipt: { title: 'Ricevuta', refunded: 'Rimborsato' },
}

export const WORDS = { en, de, fr, es, it } as const
export type PageLocale = keyof typeof WORDS

const isKnown = (locale: string): locale is PageLocale => Object.hasOwn(WORDS, locale)

/** The session's language, else what the browser likes best of those spoken here, else English. */
export function pageLocale(session: string | null, acceptLanguage: string | undefined): PageLocale {
  const spoken = session?.slice(0, 2).toLowerCase() ?? ''
  if (isKnown(spoken)) return spoken
  const headers = { 'accept-language': acceptLanguage }
  return new Negotiator({ headers }).languages(Object.keys(WORDS)).find(isKnown) ?? 'en'
}
