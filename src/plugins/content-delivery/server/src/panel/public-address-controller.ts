import type { Context } from 'koa';
import type { FilePlace } from '../../../contracts/file-place';
import type { RequestBodiesConfig } from '../access/request-bodies/allowance';

interface Config {
  publicUrl: string;
  requestBodies: Pick<RequestBodiesConfig, 'fileBytes'>;
}

/**
 * Under which address front ends find uploaded files, as the admin panel may be open under another one, and how large they may be.
 * @param isGuess true where the operator has not named that address
 * @param bucketUrl where files are read from when they are in a bucket
 */
export const createPublicAddressController = (
  { publicUrl, requestBodies }: Config,
  isGuess: boolean,
  bucketUrl?: string,
) => ({
  read(ctx: Context) {
    const data: FilePlace = {
      publicUrl,
      filesAt: bucketUrl ?? publicUrl,
      isGuess,
      maxFileBytes: requestBodies.fileBytes,
    };
    ctx.body = { data };
  },
});
