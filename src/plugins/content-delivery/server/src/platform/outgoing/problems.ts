/** Why a file cannot be had from an address; the message is for people. */
export class RemoteFileProblem extends Error {}

/** No answer came, or not all of it: other files of the host may fare alike. */
export class Unreachable extends RemoteFileProblem {}

/** The address, or one that it redirects to, is not on the public internet. Nothing was sent there. */
export class PrivateAddress extends RemoteFileProblem {}

/** A website has answered, with something else than a file of this size. */
export class UnsuitableAnswer extends RemoteFileProblem {}

/** It has too much to do: it may give the file later. */
export class Busy extends UnsuitableAnswer {
  /** @param retryAfter milliseconds that it wants to be left alone for; null where it does not say */
  constructor(
    message: string,
    readonly retryAfter: number | null,
  ) {
    super(message);
  }
}
