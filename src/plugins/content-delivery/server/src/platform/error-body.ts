import createError from 'http-errors';
import type { ApiError } from '../../../contracts/delivery';

/** The body of an error, of the one shape that all have. */
export const errorBody = (status: number, message = createError(status).message): ApiError => ({
  data: null,
  error: { status, name: createError(status).name, message, details: {} },
});
