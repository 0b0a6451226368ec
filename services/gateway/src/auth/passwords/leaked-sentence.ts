export const leakedSentence = 'This password is known from a leak elsewhere. Choose another one.';
