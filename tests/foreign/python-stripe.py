"""Walks Stripe's own Python client over the emulator at argv[1], with the key in argv[2]; prints what it saw as JSON."""
import json
import sys
import time
import urllib.parse
import urllib.request

import stripe

stripe.api_base, stripe.api_key = sys.argv[1:3]
stripe.max_network_retries = 0
seen = {}


def refusal(call):
    try:
        call()
    except stripe.error.StripeError as error:
        return [type(error).__name__, error.http_status, error.code, getattr(error, "param", None)]
    return None


def session(**change):
    return stripe.checkout.Session.create(
        **{
            "mode": "payment",
            "line_items": [
                {
                    "quantity": 1,
                    "price_data": {
                        "currency": "usd",
                        "unit_amount": 1000,
                        "product_data": {"name": "First bundle"},
                    },
                }
            ],
            "metadata": {"order": "7"},
            "success_url": "https://shop.example/done?s={CHECKOUT_SESSION_ID}",
            **change,
        }
    )


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


def pay(url, number):
    fields = {"number": number, "expiry": "12/40", "cvc": "123", "name": "A", "email": "a@example.org"}
    opener = urllib.request.build_opener(NoRedirect)
    try:
        return opener.open(url, urllib.parse.urlencode(fields).encode()).status
    except urllib.error.HTTPError as error:
        return error.code


coupon = stripe.Coupon.create(percent_off=25, duration="once")
code = stripe.PromotionCode.create(promotion={"type": "coupon", "coupon": coupon.id}, code="SPRING")
first = session(discounts=[{"promotion_code": code.id}], idempotency_key="one")
seen["total"] = first.amount_total
seen["same"] = session(discounts=[{"promotion_code": code.id}], idempotency_key="one").id == first.id
seen["other parameters"] = refusal(lambda: session(idempotency_key="one"))
seen["declined"] = pay(first.url, "4000000000000002")
seen["paid"] = pay(first.url, "4242424242424242")
seen["status"] = stripe.checkout.Session.retrieve(first.id).payment_status
full = stripe.checkout.Session.retrieve(first.id, expand=["payment_intent.latest_charge.balance_transaction", "line_items"])
seen["expanded"] = [
    full.payment_intent.latest_charge.balance_transaction.amount,
    full.line_items.data[0].description,
    full.metadata["order"],
]
part = stripe.Refund.create(payment_intent=full.payment_intent.id, amount=250)
seen["refunded"] = [part.status, stripe.Charge.retrieve(part.charge).amount_refunded]
seen["too much"] = refusal(lambda: stripe.Refund.create(payment_intent=full.payment_intent.id, amount=501))

disputed = session()
pay(disputed.url, "4000000000000259")
intent = stripe.checkout.Session.retrieve(disputed.id).payment_intent
dispute = stripe.Dispute.list(payment_intent=intent).data[0]
seen["held"] = refusal(lambda: stripe.Refund.create(payment_intent=intent))
seen["closed"] = stripe.Dispute.close(dispute.id).status

for _ in range(12):
    session()
seen["pages"] = len({listed.id for listed in stripe.checkout.Session.list(limit=5).auto_paging_iter()})
seen["expired"] = stripe.checkout.Session.expire(session().id).status
seen["unknown"] = refusal(lambda: session(colour="red"))
seen["nested unknown"] = refusal(lambda: session(adaptive_pricing={"rate": 2}))
seen["missing"] = refusal(lambda: stripe.checkout.Session.create(mode="payment", success_url="https://a.example"))
seen["no such"] = refusal(lambda: stripe.checkout.Session.retrieve("cs_test_none"))
stripe.api_key = "sk_test_wrong"
seen["wrong key"] = refusal(lambda: stripe.Coupon.list())

payload = json.dumps({"id": "evt_1", "object": "event"})
signed = f"{int(time.time())}.{payload}"
signature = stripe.WebhookSignature._compute_signature(signed, "whsec_x")
seen["verified"] = stripe.Webhook.construct_event(payload, f"t={signed.split('.')[0]},v1={signature}", "whsec_x").id
print(json.dumps(seen))
