globalThis.SwaggerUIBundle({
  dom_id: '#reference',
  url: '/openapi.json',
  deepLinking: true,
  validatorUrl: null,
});
