import { errors } from '@strapi/utils';
import {
  counted,
  fieldError,
  inUseError,
} from '../../../src/plugins/content-delivery/server/src/platform/field-errors';

describe('fieldError', () => {
  // Another shape of details makes the admin panel crash.
  it('has the shape that the admin panel shows at a field', () => {
    const error = fieldError('slug', 'It is taken.');
    expect(error).toBeInstanceOf(errors.ValidationError);
    expect(error).toMatchObject({ name: 'ValidationError', message: 'It is taken.' });
    expect(error.details).toEqual({
      errors: [{ path: ['slug'], message: 'It is taken.', name: 'ValidationError' }],
    });
  });

  it('leads through components, with every step as a text', () => {
    expect(fieldError(['internalLinks', 0, 'url'], 'x').details).toMatchObject({
      errors: [{ path: ['internalLinks', '0', 'url'] }],
    });
  });
});

it('inUseError is an error of the application, without a field', () => {
  const error = inUseError('Still in use.');
  expect(error).toBeInstanceOf(errors.ApplicationError);
  expect(error).toMatchObject({ message: 'Still in use.', details: {} });
});

describe('counted', () => {
  it.each([
    [0, '0 posts'],
    [1, '1 post'],
    [2, '2 posts'],
    [101, '101 posts'],
  ])('of %p is %p', (count, text) => expect(counted(count, 'post')).toBe(text));

  it('takes a plural of its own', () => {
    expect([counted(1, 'category', 'categories'), counted(2, 'category', 'categories')]).toEqual([
      '1 category',
      '2 categories',
    ]);
  });
});
