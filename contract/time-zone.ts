/** Of the seller: instants are written in it, and its days and years are those that count. */
export const TIME_ZONE = 'Europe/Zurich'
