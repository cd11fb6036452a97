export { attachVersion, rememberVersion } from './version-token';
export { refuseOverwriting } from './guard';
