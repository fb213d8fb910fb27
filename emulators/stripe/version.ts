import Stripe from 'stripe'

/** The version of the API that the SDK pins, and whose parameters and objects are spoken here. */
export const { API_VERSION } = Stripe
