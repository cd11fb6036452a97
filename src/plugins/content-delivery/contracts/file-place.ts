/** `GET /public-address`: where uploaded files go, and how front ends find them. */
export interface FilePlace {
  /** Address of the server, as front ends reach it. */
  publicUrl: string;
  /** With what addresses of uploaded files begin: that of a bucket, or of the server. */
  filesAt: string;
  /** `PUBLIC_URL` is not set: the server has only the address at which it listens, which others may not reach. */
  isGuess: boolean;
  /** How large the files of one upload may be; null for no limit. */
  maxFileBytes: number | null;
}
