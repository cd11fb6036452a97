import { publicAddress } from '../../../../src/plugins/content-delivery/admin/src/inputs/pictures/public-address';
import { createPublicAddressController } from '../../../../src/plugins/content-delivery/server/src/panel/public-address-controller';

const guess = { publicUrl: 'http://127.0.0.1:1337', isGuess: true };

it('is one that front ends may not reach where the server does not know its own', () => {
  expect(publicAddress({ url: '/uploads/a.png' }, guess)).toEqual({
    src: 'http://127.0.0.1:1337/uploads/a.png',
    isGuess: true,
  });
  expect(
    publicAddress({ url: '/uploads/a.png' }, { publicUrl: 'https://cms.example.com', isGuess: false }),
  ).toEqual({ src: 'https://cms.example.com/uploads/a.png', isGuess: false });
});

it.each(['https://bucket.example.com/a.png', '//cdn.example.com/a.png'])('is that of the bucket: %s', (url) =>
  expect(publicAddress({ url }, guess)).toEqual({ src: url, isGuess: false }),
);

it('comes from the server with whether it is known', () => {
  const ctx = { body: null };
  const config = { publicUrl: guess.publicUrl, requestBodies: { fileBytes: 5 } };
  createPublicAddressController(config, true).read(ctx as never);
  expect(ctx.body).toEqual({ data: { ...guess, filesAt: guess.publicUrl, maxFileBytes: 5 } });
  const bucket = 'https://pictures.example.com';
  createPublicAddressController(config, true, bucket).read(ctx as never);
  expect(ctx.body).toEqual({ data: { ...guess, filesAt: bucket, maxFileBytes: 5 } });
});
