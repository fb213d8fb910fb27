import { sql, type SQL } from 'drizzle-orm'
import { StudioStyleId } from '#contract/styles.ts'

/** All styles, for a statement. */
export const STYLE_ARRAY = `array[${StudioStyleId.options.map((style) => `'${style}'`).join()}]`

/**
 * The rows around the headshots of a batch: payments, shares, feedback, derived files and mails. In the order of
 * references.
 */
export const FEATURES: readonly SQL[] = [
  ...paid(),
  ...shared(),
  ...made(),
  sql`insert into person_feedback (person_id, rating, created_at, updated_at)
    select id, 1 + n % 5, at, at from batch_persons where bundle_count > 0 and n % 4 = 0`,
  sql`insert into bundle_feedback (bundle_id, rating, created_at, updated_at)
    select id, 1 + n % 5, at, at from batch_bundles where n % 3 = 0`,
  sql`insert into usage_events (id, uid, kind, user_image_key, bundle_id, created_at)
    select pg_temp.id_of('usage:' || key), uid, 'image_downloaded', key, bundle_id, at from batch_headshots where shot % 2 = 0`,
  sql`insert into social_shares (id, uid, channel, created_at)
    select pg_temp.id_of('social:' || n), uid, 'linkedin', at from batch_users where n % 9 = 0`,
  sql`insert into data_exports (id, uid, state, archive_key, size_bytes, expires_at, created_at, updated_at)
    select pg_temp.id_of('export:' || n), uid, 'ready', 'exports/' || uid || '.zip', 90000000, at + interval '100 years', at, at
    from batch_users where n % 10 = 1`,
  sql`insert into person_deletions (id, uid, state, models, selfie_count, headshot_count, model_count, share_count,
      file_count, kept_payment_count, finished_at, created_at, updated_at)
    select pg_temp.id_of('deletion:' || n), uid, 'done', '[]', 9, 12, 1, 0, 42, 1, at, at, at from batch_users where n % 10 = 2`,
  sql`insert into mails (id, occasion, template, locale, uid, state, sent_at, created_at, updated_at)
    select pg_temp.id_of('mail:' || id), 'seed:' || id, 'headshots-ready', 'de', uid, 'sent', at, at, at from batch_bundles`,
]

/** A purchase for each bundle, some with a code; credits; friends who were referred. */
function paid(): SQL[] {
  return [
    sql`insert into payments (id, order_reference, uid, person_id, style_id, includes_training, bundle_id, state, provider,
        locale, provider_reference, amount_minor, regular_amount_minor, currency, expires_at, paid_at, fulfilled_at,
        delivered_at, created_at, updated_at)
      select pg_temp.id_of('payment:' || id), upper(overlay(substr(md5('order:' || id), 1, 10) placing '-' from 6 for 0)),
        uid, person_id, style_id, b = 1, id, 'paid', 'stripe', 'de', 'cs_seed_' || md5('session:' || id), 2900, 2900, 'EUR',
        at + interval '1 hour', at, at, at, at, at
      from batch_bundles`,
    sql`insert into payment_events (hook, event_id, type, reference, happened_at, created_at)
      select 'orders', 'evt_seed_' || md5('event:' || id), 'checkout.session.completed', 'cs_seed_' || md5('session:' || id),
        at, at
      from batch_bundles`,
    sql`insert into credit_entries (uid, ordinal, amount, balance, reason, entry_key, created_at)
      select uid, o, 1, o, 'granted', 'seed-' || o, at from batch_users cross join generate_series(1, 2) o`,
    sql`insert into referral_codes (uid, code, created_at)
      select uid, lpad(n::text, 6, '0'), at from batch_users`,
    sql`insert into referrals (uid, referrer_uid, created_at, updated_at)
      select friend.uid, referrer.uid, friend.at, friend.at
      from batch_users friend join batch_users referrer on referrer.n = friend.n - 1 where friend.n % 10 = 0`,
    sql`insert into discounts (id, code_hash, label, percent, uses_max, created_at, updated_at)
      select pg_temp.id_of('discount:' || n), md5('code:' || n) || md5('hash:' || n), 'Seed ' || n, 10, 1000, at, at
      from batch_users where n % 10 = 1`,
    sql`insert into discount_redemptions (payment_id, discount_id, uid, state, cut_amount_minor, expires_at, created_at,
        updated_at)
      select pg_temp.id_of('payment:' || b.id), d.id, b.uid, 'consumed', 290, b.at, b.at, b.at
      from batch_bundles b join discounts d on d.id = pg_temp.id_of('discount:' || (b.n - b.n % 10 + 1)) where b.n % 10 = 2`,
  ]
}

/** Phones of half of the persons; links of a third of those who bought, with three friends each who rated and voted. */
function shared(): SQL[] {
  return [
    sql`insert into handoffs (id, person_id, token_hash, session_hash, state, expires_at, created_at, updated_at)
      select pg_temp.id_of('handoff:' || id), id, md5('code:' || id) || md5('hash:' || id), md5('session:' || id) || md5('hash:' || id),
        'expired', at, at, at
      from batch_persons where (n + p) % 2 = 0`,
    sql`create temp table batch_recipients on commit drop as
      select pg_temp.id_of('recipient:' || id || ':' || r) as id, pg_temp.id_of('share:' || id) as share_id, id as person_id, r, at
      from batch_persons cross join generate_series(1, 3) r where bundle_count > 0 and n % 3 = 1`,
    sql`insert into shares (id, person_id, token_hash, state, shown_name, expires_at, created_at, updated_at)
      select distinct share_id, person_id, md5('token:' || share_id) || md5('hash:' || share_id), 'active', 'Person',
        at + interval '100 years', at, at
      from batch_recipients`,
    sql`insert into recipients (id, share_id, token_hash, name, last_active_at, reported_at, created_at, updated_at)
      select id, share_id, md5('token:' || id) || md5('hash:' || id), 'Friend ' || r, at, at, at, at
      from batch_recipients`,
    sql`insert into recipient_ratings (recipient_id, headshot, rating, created_at, updated_at)
      select r.id, h.key, 'liked', h.at, h.at
      from batch_recipients r join batch_headshots h using (person_id) where h.shot % 4 = r.r`,
    sql`insert into votes (recipient_id, first_headshot, second_headshot, prefers_first, created_at, updated_at)
      select r.id, least(h.key collate "C", other.key collate "C"), greatest(h.key collate "C", other.key collate "C"),
        (h.shot + r.r) % 2 = 0, h.at, h.at
      from batch_recipients r join batch_headshots h using (person_id)
        join batch_headshots other on other.bundle_id = h.bundle_id and other.shot = h.shot + 1`,
    sql`insert into image_shares (id, headshot, key_hash, shows_name, shows_before, created_at, updated_at)
      select pg_temp.id_of('published:' || key), key, md5('key:' || key) || md5('hash:' || key), true, false, at, at
      from batch_headshots where shot = 3 and n % 2 = 0`,
  ]
}

/** Previews, re-rolls, files in other sizes, and archives. */
function made(): SQL[] {
  return [
    sql`insert into previews (person_id, state, selfie_id, quality, wanted_at, shown_selfie_id, image_key, width, height,
        sha256, created_at, updated_at)
      select id, 'ready', pg_temp.id_of('selfie:' || id || ':0'), 0.7, at, pg_temp.id_of('selfie:' || id || ':0'),
        'persons/' || id || '/preview.jpg', 800, 1000, md5('preview:' || id) || md5(id::text), at, at
      from batch_persons`,
    sql`insert into style_samples (person_id, style_id, image_key, sha256, created_at, updated_at)
      select id, style_id, 'persons/' || id || '/preview/' || style_id || '.jpg',
        md5('sample:' || id || style_id) || md5('hash:' || id), at, at
      from batch_persons cross join unnest(${sql.raw(STYLE_ARRAY)}) style_id`,
    sql`insert into rerolls (id, bundle_id, user_image_key, replaced_shot_index, is_for_flaw, state, attempts,
        new_user_image_key, deadline_at, created_at, updated_at)
      select pg_temp.id_of('reroll:' || key), bundle_id, substr(md5('replaced:' || key), 1, 22), 12, false, 'done', 1, key, at, at, at
      from batch_headshots where shot = 4 and n % 3 = 1`,
    sql`insert into flaw_reports (user_image_key, bundle_id, reason, created_at, updated_at)
      select substr(md5('replaced:' || key), 1, 22), bundle_id, 'eyes', at, at from batch_headshots where shot = 4 and n % 30 = 1`,
    sql`insert into generated_files (sha256, kind, made_on)
      select md5 || md5, 'headshot', at::date from batch_headshots`,
    sql`insert into headshot_files (id, user_image_key, format, state, progress, file_key, size_bytes, width_px, height_px,
        sha256, wanted_at, created_at, updated_at)
      select pg_temp.id_of('file:' || key), key, 'linkedin-400', 'ready', 100,
        'bundles/' || bundle_id || '/' || key || '-linkedin-400.jpg', 40000, 400, 400, md5('file:' || key) || md5, at, at, at
      from batch_headshots where shot = 3`,
    sql`insert into archives (id, bundle_id, preset, state, contents, made_count, total_count, file_key, size_bytes,
        wanted_at, created_at, updated_at)
      select pg_temp.id_of('archive:' || id), id, 'original', 'ready', md5(id::text), 10, 10, 'bundles/' || id || '/all.zip',
        9000000, at, at, at
      from batch_bundles where n % 5 = 0`,
    sql`insert into renders (bundle_id, shot_index, engine_job_id, is_refused, created_at)
      select id, 13, 'refused:' || id, true, at from batch_bundles where n % 3 = 0`,
  ]
}
