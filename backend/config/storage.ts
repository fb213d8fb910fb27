import { z } from 'zod'
import { choice, dataDir, isSet, secrets, text } from './fields.ts'

const s3 = {
  S3_BUCKET: text.describe('The bucket; it is private, and read by signed addresses only.'),
  S3_REGION: text.describe('Its region.'),
  S3_ENDPOINT: z
    .url()
    .optional()
    .describe(
      "Address of a store that is not Amazon's, as browsers reach it too; the site's `MEDIA_ORIGINS` names its origin.",
    ),
  S3_KEY_PREFIX: z
    .string()
    .regex(/^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/, 'is no folder')
    .optional()
    .describe('Folder of the bucket that everything is kept in.'),
  S3_ACCESS_KEY_ID: text
    .optional()
    .describe("Credentials; without them, the machine's own (its role, its files)."),
  S3_SECRET_ACCESS_KEY: text.optional().describe('The secret of `S3_ACCESS_KEY_ID`.'),
  S3_PATH_STYLE: isSet
    .default('0')
    .describe('`1` where the bucket is a part of the path and not of the host name.'),
  S3_CONDITIONAL_WRITES: isSet
    .default('1')
    .describe('`0` for a store that does not know `If-None-Match` of writes.'),
  S3_ENCRYPTION: z
    .enum(['AES256', 'aws:kms'])
    .optional()
    .describe("Asked for with every write; the bucket's own default otherwise."),
  S3_KMS_KEY_ID: text.optional().describe('The key of `S3_ENCRYPTION=aws:kms`.'),
  S3_COMPANY: text
    .optional()
    .describe(
      'The company that runs the bucket, as customers are told; without it the bucket is on machines of your own, or Amazon ' +
        'runs it where `S3_ENDPOINT` is not set.',
    ),
}

export const Storage = z.discriminatedUnion(
  'STORAGE',
  [
    z
      .object({
        STORAGE: z.literal('files'),
        DATA_DIR: dataDir,
        STORAGE_SECRET: secrets.describe(
          'Signs the addresses of stored files, at least 32 characters; what another secret signed is invalid.',
        ),
      })
      .transform((env) => ({ kind: 'files' as const, dataDir: env.DATA_DIR, secrets: env.STORAGE_SECRET })),
    z.object({ STORAGE: z.literal('s3'), ...s3 }).transform((env, context) => {
      if ((env.S3_ACCESS_KEY_ID === undefined) !== (env.S3_SECRET_ACCESS_KEY === undefined)) {
        const message = 'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY: set both or neither'
        context.addIssue({ code: 'custom', message, path: [] })
      }
      return {
        kind: 's3' as const,
        bucket: env.S3_BUCKET,
        region: env.S3_REGION,
        endpoint: env.S3_ENDPOINT,
        keyPrefix: env.S3_KEY_PREFIX,
        usesPathStyle: env.S3_PATH_STYLE === '1',
        hasConditionalWrites: env.S3_CONDITIONAL_WRITES === '1',
        credentials:
          env.S3_ACCESS_KEY_ID === undefined || env.S3_SECRET_ACCESS_KEY === undefined
            ? undefined
            : { accessKeyId: env.S3_ACCESS_KEY_ID, secretAccessKey: env.S3_SECRET_ACCESS_KEY },
        company: env.S3_COMPANY ?? (env.S3_ENDPOINT === undefined ? 'Amazon Web Services' : null),
        encryption: env.S3_ENCRYPTION && { algorithm: env.S3_ENCRYPTION, keyId: env.S3_KMS_KEY_ID },
      }
    }),
  ],
  choice('files', 's3'),
)
